// Changes of a schedule.
import { html } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { plural } from "../core/format.js";
import { go, href } from "../core/router.js";
import { confirm } from "./dialog.js";
import { icon } from "./icons.js";
import { act } from "./toast.js";

export function runNow(name, page, isSmall = false) {
  return html`<button class="button ${isSmall ? "small" : ""}" aria-label=${`Run ${name} now`} @click=${async () => {
    await act(() => api.post(path`/v1/schedules/${name}/run`), (firing) => `${name} started ${plural(firing.jobs.length, "job")}.`);
    page.reload();
  }}>${icon("play", 12)} Run now</button>`;
}

export function pauseSchedule(schedule, page, isSmall = false) {
  const [verb, text] = schedule.paused ? ["resume", "Resume"] : ["pause", "Pause"];
  return html`<button class="button ${isSmall ? "small" : ""}" aria-label=${`${text} ${schedule.name}`} @click=${async () => {
    await act(() => api.post(path`/v1/schedules/${schedule.name}/${verb}`), `${schedule.name} is ${verb}d.`);
    page.reload();
  }}>${text}</button>`;
}

export async function deleteSchedule(name) {
  if (await confirm({ title: `Delete ${name}?`, text: "It fires no more. Jobs that it started continue.", action: "Delete schedule", danger: true })) {
    if (await act(() => api.delete(path`/v1/schedules/${name}`), `${name} is deleted.`)) {
      go(href("schedules"));
    }
  }
}
