// Time series of the server as charts use them.
import { html } from "../core/lib.js";
import { about, duration, seconds } from "../core/format.js";
import { niceSeconds } from "./chart.js";

export const STEPS = { "10s": "30 min", "1m": "6 h", "15m": "48 h" };

export function stepChoice(page, current) {
  return html`<div class="chips" role="group" aria-label="Period">${Object.entries(STEPS).map(([step, text]) => html`<button class="chip"
    aria-pressed=${step === current} @click=${() => page.setQuery({ step: step === "10s" ? null : step }, { replace: true })}>${text}</button>`)}</div>`;
}

/** The points whose time is over: the last one still grows, and would look like a sudden drop. */
export function complete(points, step) {
  return points.filter((point) => new Date(point.at).getTime() + seconds(step) * 1000 <= Date.now());
}

/** How charts show durations. */
export const IN_SECONDS = { format: duration, axis: about, top: niceSeconds };

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
