// What operators did, in the order in which it happened.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { plural, time } from "../core/format.js";
import { badge, empty, loaded, pageHead, pager } from "../ui/parts.js";

export default function (page) {
  const entries = page.resource((signal) => api.get("/v1/audit", { cursor: page.query.get("cursor"), limit: 100 }, signal));
  return {
    title: "Audit log",
    view: () => html`${pageHead("Audit log", { beside: html`<span class="hint">Oldest first</span>` })}<section class="card">${loaded(entries, (data) => list(page, data), 8)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("Nothing yet", "Changes by operators, and refused calls, are recorded here.");
  }
  return html`<div class="table-wrap" tabindex="0" role="group" aria-label="Entries"><table><thead><tr><th scope="col">Time</th><th scope="col">Actor</th><th scope="col">Action</th><th scope="col">Outcome</th><th scope="col" class="hide-s">Detail</th></tr></thead>
    <tbody>${data.items.map(row)}</tbody></table></div>${pager(page, data.next_cursor, plural(data.items.length, "entry", "entries"))}`;
}

function row(entry) {
  return html`<tr><td class="shrink">${time(entry.at)}</td><td><span class="break">${entry.actor}</span><div class="sub">${entry.address ?? ""}</div></td>
    <td class="shrink"><code>${entry.action}</code><div class="sub">${entry.target}</div></td>
    <td>${badge(entry.outcome === "done" ? "done" : "failed", entry.outcome)}${entry.repeats ? html` <span class="sub">+ ${entry.repeats}</span>` : nothing}</td>
    <td class="hide-s"><div class="detail clip" title=${`${entry.detail ?? ""} (trace ${entry.trace_id})`}><code>${entry.detail ?? ""}</code></div></td></tr>`;
}
