// What happens now: rates, backlog, latency, failures, health. Figures come by the live stream, charts once a minute.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { about, duration, number, rate, short } from "../core/format.js";
import { overview, recent } from "../core/live.js";
import { href } from "../core/router.js";
import { LineChart, sparkline } from "../ui/chart.js";
import { failureList } from "../ui/failures.js";
import { badge, card, empty, loaded, pageHead, skeleton } from "../ui/parts.js";
import { queueTable } from "../ui/queue-table.js";
import { byQueue, complete, IN_SECONDS, LATENCIES, latencySeries, rates, stepChoice, STEPS } from "../ui/series.js";

export default function (page) {
  const step = () => (STEPS[page.query.get("step")] ? page.query.get("step") : "10s");
  const series = page.resource((signal) => api.get("/v1/series", { step: step() }, signal));
  const failures = page.resource((signal) => api.get("/v1/failures", { limit: 6 }, signal));
  const throughput = new LineChart("Throughput", [
    { key: "enqueued", text: "Enqueued", color: "idle" },
    { key: "completed", text: "Completed", color: "good", area: true },
    { key: "failed", text: "Failed", color: "bad" },
  ], { format: (value) => `${rate(value)}/s`, update: page.update });
  const latency = new LineChart("Latency", latencySeries(), { ...LATENCIES, update: page.update });
  const backlog = new LineChart("Backlog by queue", [], { update: page.update });
  const oldest = new LineChart("Oldest waiting job by queue", [], { ...IN_SECONDS, format: IN_SECONDS.axis, update: page.update });
  page.watch(overview);
  page.every(10_000, () => series.load());
  page.every(30_000, () => failures.load());
  return {
    title: "Overview",
    view: () => html`${pageHead("Overview", { beside: health(), actions: stepChoice(page, step()) })}<div class="stack">
      ${tiles()}
      ${loaded(series, (data) => html`<div class="two">${throughput.view(rates(data.total, data.step))}${latency.view(complete(data.total, data.step))}
        ${perQueue(backlog, data, "waiting")}${perQueue(oldest, data, "oldest_waiting_seconds")}</div>`, 4)}
      <div class="two">${queuesCard(series)}${card("Failures", loaded(failures, failureCard), html`<span class="grow"></span><a class="hint" href=${href("dead")}>All failures</a>`)}</div>
      <p class="hint">Rates, throughput and latency are those of this server; waiting, running and dead jobs are those of the store.</p></div>`,
  };
}

function health() {
  const now = overview.value;
  if (!now) {
    return nothing;
  }
  const lag = now.index?.lag_seconds ?? 0;
  return html`<span class="row">${now.store?.ready === false ? badge("failed", `Store: ${now.store.reason}`) : badge("ready", "Store ready")}
    ${badge(lag > 30 ? "expired" : "ready", `Search index ${lag < 1 ? "current" : `${duration(lag)} behind`}`)}</span>`;
}

function tiles() {
  const now = overview.value;
  if (!now) {
    return card("Figures", skeleton(3));
  }
  const sum = (name) => now.queues.reduce((total, queue) => total + queue[name], 0);
  const oldest = Math.max(0, ...now.queues.map((queue) => queue.oldest_waiting_seconds ?? 0));
  const history = (pick) => recent.map(pick);
  const total = (name) => history((one) => one.queues.reduce((all, queue) => all + queue[name], 0));
  return html`<div class="tiles">
    ${tile("Enqueued", html`${rate(now.rates.enqueued)} <small>/s</small>`, sparkline(history((one) => one.rates.enqueued), "idle", "Enqueued, last minutes"), href("jobs"))}
    ${tile("Completed", html`${rate(now.rates.completed)} <small>/s</small>`, sparkline(history((one) => one.rates.completed), "good", "Completed, last minutes"), href("jobs", { state: "completed" }))}
    ${tile("Failed attempts", html`${rate(now.rates.failed)} <small>/s</small>`, sparkline(history((one) => one.rates.failed), "bad", "Failed, last minutes"), href("dead"))}
    ${tile("Waiting", short(sum("waiting")), sparkline(total("waiting"), "accent", "Waiting, last minutes"), href("jobs", { state: "queued" }))}
    ${tile("Running", short(sum("running")), sparkline(total("running"), "info", "Running, last minutes"), href("jobs", { state: "running" }))}
    ${tile("Oldest waiting", about(oldest), html`<span class="hint">${number(sum("scheduled"))} scheduled</span>`, href("queues"))}
    ${tile("Dead letters", short(sum("dead")), html`<span class="hint">in ${now.queues.filter((one) => one.dead > 0).length} queues</span>`, href("dead"), sum("dead") > 0 ? "bad" : "")}</div>`;
}

function tile(label, value, below, url, tone = "") {
  return html`<a class="card tile" href=${url} data-tone=${tone}><span class="label">${label}</span><span class="value">${value}</span>${below}</a>`;
}

function queuesCard(series) {
  const link = html`<span class="grow"></span><a class="hint" href=${href("queues")}>All queues</a>`;
  const queues = overview.value?.queues;
  if (!queues) {
    return card("Queues", skeleton(), link);
  }
  const busiest = [...queues].sort((a, b) => b.waiting + b.running - (a.waiting + a.running)).slice(0, 8);
  return card("Queues", queues.length === 0
    ? empty("No jobs yet", "Enqueue the first job, or fill this server with example traffic.", "waybill demo --fill")
    : queueTable(busiest, series.data, { brief: true }), link);
}

/** One line for each of the queues with the largest values. */
function perQueue(chart, data, key) {
  const { lines, points } = byQueue(data, key);
  chart.series = lines;
  return chart.view(points);
}

function failureCard(data) {
  return data.items.length === 0
    ? empty("No failures", "Jobs that fail or become dead letters appear here, grouped by error.")
    : failureList(data.items);
}
