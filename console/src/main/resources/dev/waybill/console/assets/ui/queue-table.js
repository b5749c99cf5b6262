// Queues as a table; the overview shows fewer columns of it.
import { html, nothing } from "../core/lib.js";
import { about, duration, number } from "../core/format.js";
import { href } from "../core/router.js";
import { sparkline } from "./chart.js";
import { badge } from "./parts.js";
import { pointsOf } from "./series.js";

export function queueTable(queues, series, { brief = false, actions = null } = {}) {
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Queue</th><th scope="col" class="num">Waiting</th><th scope="col" class="num">Running</th>
    ${brief ? nothing : html`<th scope="col" class="num">Scheduled</th>`}<th scope="col" class="num">Dead</th><th scope="col" class="num">Oldest</th>
    <th scope="col" class=${brief ? "hide-m" : "hide-s"}>Completed</th>${actions ? html`<th scope="col"><span class="sr">Actions</span></th>` : nothing}</tr></thead>
    <tbody>${queues.map((one) => row(one, series, brief, actions))}</tbody></table></div>`;
}

function row(one, series, brief, actions) {
  const done = pointsOf(series, one.queue).map((point) => point.completed);
  return html`<tr><td><span class="row"><a href=${href("queues", one.queue)}>${one.queue}</a>${one.paused ? badge("paused") : nothing}</span></td>
    <td class="num">${count(one.waiting, one.queue, "queued")}</td><td class="num">${count(one.running, one.queue, "running")}</td>
    ${brief ? nothing : html`<td class="num">${count(one.scheduled, one.queue, "scheduled")}</td>`}
    <td class="num">${one.dead > 0 ? html`<a href=${href("dead", { queue: one.queue })}>${number(one.dead)}</a>` : html`<span class="muted">0</span>`}</td>
    <td class="num">${one.waiting > 0 ? html`<span title=${duration(one.oldest_waiting_seconds)}>${about(one.oldest_waiting_seconds)}</span>` : html`<span class="muted">–</span>`}</td>
    <td class=${brief ? "hide-m" : "hide-s"}>${sparkline(done, "good", `Completed jobs of ${one.queue}`)}</td>
    ${actions ? html`<td class="shrink">${actions(one)}</td>` : nothing}</tr>`;
}

function count(value, queue, state) {
  return value > 0 ? html`<a href=${href("jobs", { queue, state })}>${number(value)}</a>` : html`<span class="muted">0</span>`;
}
