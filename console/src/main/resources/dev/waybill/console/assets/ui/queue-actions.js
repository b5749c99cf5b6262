// Changes of a queue.
import { html } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { plural } from "../core/format.js";
import { ask, confirm } from "./dialog.js";
import { icon } from "./icons.js";
import { act } from "./toast.js";

export function pauseButton(queue, isSmall = false, after = () => {}) {
  const [verb, text, sign] = queue.paused ? ["resume", "Resume", "play"] : ["pause", "Pause", "pause"];
  return html`<button class="button ${isSmall ? "small" : ""}" aria-label=${`${text} ${queue.queue}`} @click=${async () => {
    await act(() => api.post(path`/v1/queues/${queue.queue}/${verb}`), `${queue.queue} is ${verb}d.`);
    after();
  }}>${icon(sign, 12)} ${text}</button>`;
}

export async function purge(queue, after) {
  const text = "All waiting and scheduled jobs of this queue are cancelled. Running jobs continue. Cancelled jobs can be retried.";
  if (await confirm({ title: `Cancel all waiting jobs of ${queue}?`, text, action: "Cancel jobs", danger: true, type: queue })) {
    await act(() => api.post(path`/v1/queues/${queue}/purge`, { confirm: queue }), (answer) => `${plural(answer.changed, "job")} cancelled.`);
    after();
  }
}

const FIELDS = [
  ["default_lease_duration", "Default lease duration", "Such as 30s or 5m"],
  ["default_timeout", "Default timeout of an attempt", "Such as 10m"],
  ["waiting_ttl", "Longest wait of a job", "Such as 4d; unlimited if empty"],
  ["max_waiting", "Maximum number of waiting jobs", "Unlimited if empty"],
  ["max_errors", "Failed attempts before a job is dead", "Default retry policy"],
];

/** Edits the settings; an empty field resets one to the default of the server. */
export async function editSettings(queue, settings, after) {
  const current = { ...settings, max_errors: settings.default_retry?.max_errors };
  const saved = await ask({
    title: `Settings of ${queue}`,
    fields: FIELDS.map(([name, label, hint]) => ({ name, label, hint, value: `${current[name] ?? ""}` })),
    action: "Save",
    send: (values) => api.patch(path`/v1/queues/${queue}/settings`, patchOf(values)),
    done: "Settings saved.",
  });
  if (saved) {
    after();
  }
}

function patchOf({ max_errors: errors, max_waiting: most, ...spans }) {
  const patch = Object.fromEntries(Object.entries(spans).map(([name, value]) => [name, value.trim() || null]));
  patch.max_waiting = most.trim() ? Number(most) : null;
  patch.default_retry = errors.trim() ? { max_errors: Number(errors) } : null;
  return patch;
}
