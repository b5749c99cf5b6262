// Who leases jobs, and what they run now.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { ago, number, plural, shortId, time } from "../core/format.js";
import { href } from "../core/router.js";
import { badge, empty, loaded, pageHead } from "../ui/parts.js";

const ALIVE = 90_000;

export default function (page) {
  const workers = page.resource((signal) => api.get("/v1/workers", {}, signal));
  page.every(5000, () => workers.load());
  return {
    title: "Workers",
    view: () => html`${pageHead("Workers", { beside: html`<span class="hint">Seen by this server in the last minutes</span>` })}
      <section class="card">${loaded(workers, list, 6)}</section>`,
  };
}

function list(data) {
  if (data.items.length === 0) {
    return empty("No worker was seen", "A worker appears when it leases, extends or settles a job.", "waybill work --queue default --allow echo");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Worker</th><th scope="col" class="hide-s">Queues</th><th scope="col">Runs</th>
    <th scope="col" class="num hide-s">Completed</th><th scope="col" class="num hide-s">Failed</th><th scope="col">Last seen</th></tr></thead>
    <tbody>${data.items.map(row)}</tbody></table></div><div class="pager">${plural(data.items.length, "worker")}</div>`;
}

function row(worker) {
  const isAlive = Date.now() - new Date(worker.last_seen_at) < ALIVE;
  const more = worker.running_count - Math.min(worker.running.length, 5);
  return html`<tr><td>${badge(isAlive ? "active" : "unknown", isAlive ? "alive" : "silent")} <strong class="break">${worker.name}</strong></td>
    <td class="hide-s"><span class="chips">${worker.queues.map((queue) => html`<a class="tag" href=${href("queues", queue)}>${queue}</a>`)}</span></td>
    <td>${worker.running.length === 0 ? html`<span class="muted">idle</span>` : worker.running.slice(0, 5).map((job) => html`<div>
      <a href=${href("jobs", job.job_id)}>${job.type}</a> <span class="sub"><code>${shortId(job.job_id)}</code> ${ago(job.since).replace(" ago", "")}</span></div>`)}
      ${more > 0 ? html`<span class="sub">and ${number(more)} more</span>` : nothing}</td>
    <td class="num hide-s">${number(worker.completed)}</td><td class="num hide-s">${number(worker.failed)}</td><td>${time(worker.last_seen_at, "ago")}</td></tr>`;
}
