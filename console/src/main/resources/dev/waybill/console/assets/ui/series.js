// Time series of the server as charts use them.
import { html } from "../core/lib.js";
import { about, duration, seconds } from "../core/format.js";
import { DURATIONS, LINEAR_SECONDS } from "./chart.js";

export const STEPS = { "10s": "30 min", "1m": "6 h", "15m": "48 h" };

export function stepChoice(page, current) {
  return html`<div class="chips" role="group" aria-label="Period">${Object.entries(STEPS).map(([step, text]) => html`<button class="chip"
    aria-pressed=${step === current} @click=${() => page.setQuery({ step: step === "10s" ? null : step }, { replace: true })}>${text}</button>`)}</div>`;
}

/** The points whose time is over: the last one still grows, and would look like a sudden drop. */
export function complete(points, step) {
  return points.filter((point) => new Date(point.at).getTime() + seconds(step) * 1000 <= Date.now());
}

/** How charts show durations, and those of which one may be a thousand times as long as another. */
export const IN_SECONDS = { format: (value) => (value === 0 ? "0" : duration(value)), axis: (value) => (value === 0 ? "0" : about(value)), kind: LINEAR_SECONDS };
export const LATENCIES = { ...IN_SECONDS, kind: DURATIONS };

/** Counts per step as rates per second. */
export function rates(points, step) {
  const length = seconds(step) || 60;
  return complete(points, step).map((point) => ({
    at: point.at,
    enqueued: point.enqueued / length,
    completed: point.completed / length,
    failed: (point.failed + point.dead) / length,
  }));
}

export function latencySeries() {
  return [
    { key: "wait_p50_seconds", text: "Wait p50", color: "info" },
    { key: "wait_p99_seconds", text: "Wait p99", color: "accent" },
    { key: "run_p99_seconds", text: "Run p99", color: "later" },
  ];
}

/** The points of one queue, or an empty list. */
export function pointsOf(series, queue) {
  return series?.queues?.find((one) => one.queue === queue)?.points ?? [];
}

const LINES = ["accent", "info", "warn", "later"];
/** Queues of the server itself: tables have them, charts leave the room to the queues of people. */
const OWN = /^(msg|provider)\./;

/** A line for each of the queues that had the most of something, and their values side by side. */
export function byQueue(series, key) {
  const most = (one) => Math.max(0, ...one.points.map((point) => point[key] ?? 0));
  const shown = (series.queues ?? []).map((one) => ({ ...one, most: most(one) })).filter((one) => one.most > 0 && !OWN.test(one.queue))
    .sort((a, b) => b.most - a.most).slice(0, LINES.length);
  const lines = shown.map((one, i) => ({ key: `line-${i}`, text: one.queue, color: LINES[i] }));
  const points = complete(series.total, series.step).map((point, at) => ({
    at: point.at, ...Object.fromEntries(shown.map((one, i) => [`line-${i}`, one.points[at]?.[key] ?? null])),
  }));
  return { lines, points };
}
