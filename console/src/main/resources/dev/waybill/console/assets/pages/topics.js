// All topics.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { plural } from "../core/format.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { ask } from "../ui/dialog.js";
import { empty, loaded, pageHead, pager } from "../ui/parts.js";

export default function (page) {
  const topics = page.resource((signal) => api.get("/v1/topics", { cursor: page.query.get("cursor") }, signal));
  return {
    title: "Topics",
    view: () => html`${pageHead("Topics", { actions: can("operate") ? html`<button class="button" @click=${create}>New topic…</button>` : nothing })}
      <section class="card">${loaded(topics, (data) => list(page, data), 5)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0 && !data.unusable?.length) {
    return empty("No topics yet", "Publish an event once; every subscribed queue whose filter matches gets its own job.", "waybill topics create orders");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Topic</th><th scope="col">Description</th><th scope="col">Schema check</th></tr></thead>
    <tbody>${data.items.map((topic) => html`<tr><td><a href=${href("topics", topic.name)}>${topic.name}</a></td><td class="break">${topic.description ?? ""}</td><td><span class="tag">${topic.checking}</span></td></tr>`)}
    ${(data.unusable ?? []).map((one) => html`<tr><td>${one.name}</td><td colspan="2" class="fault">${one.reason}</td></tr>`)}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "topic"))}`;
}

async function create() {
  const made = await ask({
    title: "New topic",
    fields: [{ name: "name", label: "Name" }, { name: "description", label: "Description" }],
    action: "Create",
    check: ({ name }) => (name.trim() ? null : "A topic needs a name."),
    send: ({ name, description }) => api.put(path`/v1/topics/${name.trim()}`, { description }).then(() => name.trim()),
    done: "The topic is created.",
  });
  if (made) {
    go(href("topics", made));
  }
}
