// Everything with one correlation ID, as a diagram and as a list.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { between, shortId, time, withTimes } from "../core/format.js";
import { href } from "../core/router.js";
import { searchForm } from "../ui/filters.js";
import { flowDiagram, kindTone, messageOf } from "../ui/flow.js";
import { card, empty, loaded, pageHead, toneBadge } from "../ui/parts.js";

export default function (page) {
  const id = () => page.query.get("id");
  const timeline = page.resource((signal) => (id() ? api.get("/v1/timelines", { correlation_id: id() }, signal) : Promise.resolve(null)));
  return {
    title: "Timeline",
    queryChanged: () => {
      timeline.clear();
      timeline.load();
    },
    view: () => html`${pageHead("Timeline")}
      <div class="toolbar">${searchForm(page, { name: "id", label: "Correlation ID", placeholder: "Correlation ID, job ID or message ID" })}</div>
      ${loaded(timeline, (data) => (data === null ? nothingYet() : found(data)), 6)}`,
  };
}

function nothingYet() {
  return html`<section class="card">${empty("What happened to this one?",
    "Enter an ID to see everything that belongs together: schedule, event, jobs, attempts and messages. Pass correlation_id when you enqueue, publish or send.", "waybill timeline order-7")}</section>`;
}

function found({ entries, complete }) {
  const first = entries[0].at;
  const count = `${entries.length} entries in ${between(first, entries.at(-1).at)}`;
  return html`<div class="stack">${card("Diagram", html`<div class="body">${flowDiagram(entries)}</div>`, html`<span class="hint">${count}</span>`)}
    ${card("Entries", html`<div class="body"><ol class="rail">${entries.map((entry) => html`<li data-tone=${kindTone(entry)}><div class="row wrap">${toneBadge(kindTone(entry), entry.kind)}
      <span class="break">${told(entry)}</span>${entry.job_id ? html`<a href=${href("jobs", entry.job_id)}><code>${shortId(entry.job_id)}</code></a>` : nothing}</div>
      <div class="hint">${time(entry.at)} · + ${between(first, entry.at)}</div></li>`)}</ol></div>`)}
    ${complete ? nothing : html`<p class="note" data-tone="warn">The timeline is longer than what is shown.</p>`}</div>`;
}

/** The text of an entry, with the ID of its message as a link. */
function told(entry) {
  const id = messageOf(entry);
  if (!id) {
    return withTimes(entry.text);
  }
  const [before, ...after] = entry.text.split(id);
  return html`${before}<a href=${href("messages", id)}><code>${id}</code></a>${withTimes(after.join(id))}`;
}
