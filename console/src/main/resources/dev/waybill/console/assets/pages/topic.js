// One topic: its subscriptions, and a tester for their filters.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { exactText, parseExact } from "../core/exact.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { ask, confirm } from "../ui/dialog.js";
import { FilterTester } from "../ui/filter-tester.js";
import { card, empty, loaded, pageHead } from "../ui/parts.js";
import { act } from "../ui/toast.js";

export default function (page) {
  const { topic } = page.params;
  const definition = page.resource((signal) => api.get(path`/v1/topics/${topic}`, {}, signal));
  const subscriptions = page.resource((signal) => api.get(path`/v1/topics/${topic}/subscriptions`, { limit: 1000 }, signal));
  const tester = new FilterTester(topic, page);
  return {
    title: topic,
    view: () => loaded(definition, (data) => html`${head(page, data)}<div class="stack">
      ${card("Subscriptions", loaded(subscriptions, (list) => table(page, topic, list), 4))}${tester.view()}</div>`),
  };
}

function head(page, topic) {
  return pageHead(topic.name, {
    crumb: html`<a class="crumb" href=${href("topics")}>Topics</a><span class="crumb"> / </span>`,
    beside: html`<span class="tag" title="Schema check">schemas: ${topic.checking}</span><span class="hint">${topic.description ?? ""}</span>`,
    actions: can("operate") ? html`<button class="button" @click=${() => subscribe(page, topic.name)}>Subscribe a queue…</button>
      <button class="button danger" @click=${() => remove(topic.name)}>Delete…</button>` : nothing,
  });
}

function table(page, topic, data) {
  if (data.items.length === 0 && !data.unusable?.length) {
    return empty("No queue is subscribed", "Events that nobody gets are not stored.", `waybill topics subscribe ${topic} all --queue ${topic}`);
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Subscription</th><th scope="col">Queue</th><th scope="col">Filter</th><th scope="col" class="hide-s">Format</th>
    <th scope="col" class="hide-s"><span class="sr">Actions</span></th></tr></thead><tbody>${data.items.map((one) => html`<tr><td>${one.name}</td><td><a href=${href("queues", one.queue)}>${one.queue}</a></td>
      <td class="break">${one.filter === undefined ? html`<span class="muted">every event</span>` : html`<code>${exactText(one.filter)}</code> <span class="hint">${one.scope}</span>`}</td>
      <td class="hide-s">${one.format}${one.priority === "normal" ? nothing : html` <span class="tag">${one.priority}</span>`}</td>
      <td class="shrink hide-s">${can("operate") ? html`<button class="button small" aria-label=${`Delete subscription ${one.name}`} @click=${() => unsubscribe(page, topic, one.name)}>Delete…</button>` : nothing}</td></tr>`)}
    ${(data.unusable ?? []).map((one) => html`<tr><td>${one.name}</td><td colspan="4" class="fault">${one.reason}</td></tr>`)}</tbody></table></div>`;
}

async function subscribe(page, topic) {
  const made = await ask({
    title: `Subscribe a queue to ${topic}`,
    fields: [{ name: "name", label: "Name of the subscription" }, { name: "queue", label: "Queue" },
      { name: "filter", label: "Filter policy (JSON)", kind: "long", hint: "Empty: every event. Example: {\"country\": [\"pt\"]}" },
      { name: "scope", label: "The filter tests", kind: "choice", options: [["attributes", "attributes"], ["body", "body"]], value: "attributes" }],
    action: "Subscribe",
    check: ({ name, queue, filter }) => (name.trim() && queue.trim() ? filterFault(filter) : "A subscription needs a name and a queue."),
    send: (values) => api.put(path`/v1/topics/${topic}/subscriptions/${values.name.trim()}`, subscriptionOf(values)),
    done: "The queue is subscribed.",
  });
  if (made) {
    page.reload();
  }
}

function subscriptionOf({ queue, filter, scope }) {
  return { queue: queue.trim(), ...(filter.trim() ? { filter: parseExact(filter), scope } : {}) };
}

function filterFault(text) {
  try {
    JSON.parse(text.trim() || "{}");
    return null;
  } catch (malformed) {
    return `Not JSON: ${malformed.message}`;
  }
}

async function unsubscribe(page, topic, name) {
  if (await confirm({ title: `Delete subscription ${name}?`, text: "Its queue gets no more events. Its jobs stay.", action: "Delete", danger: true })) {
    await act(() => api.delete(path`/v1/topics/${topic}/subscriptions/${name}`), "The subscription is deleted.");
    page.reload();
  }
}

async function remove(topic) {
  if (await confirm({ title: `Delete topic ${topic}?`, text: "Its subscriptions are deleted, too. Jobs of its events stay.", action: "Delete topic", danger: true, type: topic })) {
    if (await act(() => api.delete(path`/v1/topics/${topic}`), "The topic is deleted.")) {
      go(href("topics"));
    }
  }
}
