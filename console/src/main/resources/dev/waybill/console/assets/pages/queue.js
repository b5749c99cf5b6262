// One queue: counts, charts, settings, and what it can be told.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { duration, number, rate, seconds, short, span } from "../core/format.js";
import { overview } from "../core/live.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { LineChart } from "../ui/chart.js";
import { failureList } from "../ui/failures.js";
import { badge, card, empty, kv, loaded, menu, pageHead } from "../ui/parts.js";
import { editSettings, pauseButton, purge } from "../ui/queue-actions.js";
import { complete, IN_SECONDS, LATENCIES, latencySeries, pointsOf, rates, stepChoice, STEPS } from "../ui/series.js";

export default function (page) {
  const { queue } = page.params;
  const step = () => (STEPS[page.query.get("step")] ? page.query.get("step") : "10s");
  const stats = page.resource((signal) => api.get(path`/v1/queues/${queue}`, {}, signal));
  const settings = page.resource((signal) => api.get(path`/v1/queues/${queue}/settings`, {}, signal));
  const series = page.resource((signal) => api.get("/v1/series", { queue, step: step() }, signal));
  const failures = page.resource((signal) => api.get("/v1/failures", { queue, limit: 10 }, signal));
  const charts = chartsOf(page);
  page.watch(overview);
  page.every(10_000, () => series.load());
  const now = () => overview.value?.queues.find((one) => one.queue === queue) ?? fromStats(stats.data);
  return {
    title: queue,
    view: () => loaded(stats, () => html`${head(page, queue, now(), settings)}<div class="stack">${counts(queue, now())}
      <div class="row">${stepChoice(page, step())}</div>
      ${loaded(series, (data) => chartViews(charts, pointsOf(data, queue), data.step), 4)}
      <div class="two">${card("Failures", loaded(failures, (data) => data.items.length === 0
        ? empty("No failures", "No job of this queue has failed lately.") : failureList(data.items), 3))}
      ${card("Settings", html`<div class="body">${loaded(settings, settingsView, 3)}</div>`)}</div></div>`),
  };
}

/** Before the first live figures, those of the queue itself. */
function fromStats(data) {
  return { ...data, oldest_waiting_seconds: seconds(data.oldest_waiting_age) };
}

function head(page, queue, now, settings) {
  return pageHead(queue, {
    crumb: html`<a class="crumb" href=${href("queues")}>Queues</a><span class="crumb"> / </span>`,
    beside: now.paused ? badge("paused") : nothing,
    actions: html`<a class="button" href=${href("jobs", { queue })}>Jobs</a>${can("operate") ? html`${pauseButton({ ...now, queue }, false, () => page.reload())}
      ${menu("More", [["Settings…", () => editSettings(queue, settings.data ?? {}, () => settings.load())], ["Cancel all waiting jobs…", () => purge(queue, () => page.reload())]])}` : nothing}`,
  });
}

function counts(queue, now) {
  const tile = (label, value, state) => html`<a class="card tile" href=${state === "dead" ? href("dead", { queue }) : href("jobs", { queue, state })}>
    <span class="label">${label}</span><span class="value">${value}</span></a>`;
  return html`<div class="tiles">${tile("Waiting", short(now.waiting), "queued")}${tile("Running", short(now.running), "running")}
    ${tile("Scheduled", short(now.scheduled), "scheduled")}${tile("Dead", short(now.dead), "dead")}
    ${tile("Oldest waiting", now.waiting > 0 ? duration(now.oldest_waiting_seconds) : "–", "queued")}</div>`;
}

function chartsOf(page) {
  return {
    throughput: new LineChart("Throughput", [{ key: "enqueued", text: "Enqueued", color: "idle" }, { key: "completed", text: "Completed", color: "good", area: true },
      { key: "failed", text: "Failed", color: "bad" }], { format: (value) => `${rate(value)}/s`, update: page.update }),
    backlog: new LineChart("Backlog", [{ key: "waiting", text: "Waiting", color: "accent", area: true }, { key: "running", text: "Running", color: "info" }], { update: page.update }),
    latency: new LineChart("Latency", latencySeries(), { ...LATENCIES, update: page.update }),
    oldest: new LineChart("Oldest waiting job", [{ key: "oldest_waiting_seconds", text: "Age", color: "warn", area: true }], { ...IN_SECONDS, update: page.update }),
  };
}

function chartViews(charts, all, step) {
  const points = complete(all, step);
  return html`<div class="two">${charts.throughput.view(rates(points, step))}${charts.backlog.view(points)}${charts.latency.view(points)}${charts.oldest.view(points)}</div>`;
}

function settingsView(data) {
  const rows = [
    ["Lease duration", data.default_lease_duration && span(data.default_lease_duration)],
    ["Timeout", data.default_timeout && span(data.default_timeout)],
    ["Longest wait", data.waiting_ttl && span(data.waiting_ttl)],
    ["Maximum waiting", data.max_waiting === undefined ? null : number(data.max_waiting)],
    ["Retry policy", data.default_retry ? html`<code>${JSON.stringify(data.default_retry)}</code>` : null],
  ].filter(([, value]) => value);
  return rows.length > 0 ? kv(rows) : html`<p class="muted">This queue has no settings of its own; those of the server apply.</p>`;
}
