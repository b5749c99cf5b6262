// One schedule: its definition, its future and its past.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { number, shortId, span, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { firingLine } from "../ui/firing-line.js";
import { json } from "../ui/json.js";
import { badge, card, kv, loaded, pageHead } from "../ui/parts.js";
import { deleteSchedule, pauseSchedule, runNow } from "../ui/schedule-actions.js";
import { actionOf, timing } from "./schedules.js";

export default function (page) {
  const { name } = page.params;
  const status = page.resource((signal) => api.get(path`/v1/schedules/${name}`, {}, signal));
  page.every(15_000, () => status.load());
  return {
    title: name,
    view: () => loaded(status, (data) => html`${head(page, data.schedule)}
      ${(data.warnings ?? []).map((text) => html`<p class="note" data-tone="warn">${text}</p>`)}
      <div class="side"><div class="stack">${next(data)}${firings(data)}${skipped(data)}${card("Action", json(data.schedule.action))}</div>${facts(data.schedule)}</div>`, 8),
  };
}

function head(page, schedule) {
  return pageHead(schedule.name, {
    crumb: html`<a class="crumb" href=${href("schedules")}>Schedules</a><span class="crumb"> / </span>`,
    beside: schedule.paused ? badge("paused") : nothing,
    actions: can("operate") ? html`${runNow(schedule.name, page)}${pauseSchedule(schedule, page)}
      <button class="button danger" @click=${() => deleteSchedule(schedule.name)}>Delete…</button>` : nothing,
  });
}

function next({ upcoming, schedule }) {
  if (upcoming.length === 0 || schedule.paused) {
    return card("Next firings", html`<p class="body muted">${schedule.paused ? "It is paused: it does not fire until it is resumed." : "It does not fire any more."}</p>`);
  }
  return card("Next firings", html`<div class="body stack tight">${firingLine([[schedule.name, upcoming.map((one) => one.at)]], { width: 720 })}
    <div class="chips">${upcoming.slice(0, 6).map((one) => html`<span class="tag">${time(one.at)}</span>`)}</div></div>`);
}

function firings({ last }) {
  return card("Last firings", last.length === 0 ? html`<p class="body muted">It has not fired yet.</p>` : html`<div class="table-wrap"><table><thead><tr><th scope="col">Slot</th><th scope="col">Fired</th><th scope="col">Jobs</th></tr></thead>
    <tbody>${last.map((one) => html`<tr><td>${time(one.slot)} ${one.by_hand ? html`<span class="tag">by hand</span>` : nothing}</td><td>${time(one.fired_at, "ago")}</td>
      <td>${one.jobs.map((job) => html`<div class="row"><a href=${href("jobs", job.id)}><code>${shortId(job.id)}</code></a>${badge(job.state)}</div>`)}</td></tr>`)}</tbody></table></div>`);
}

function skipped({ last_skipped: last }) {
  return !last?.length ? nothing : card("Skipped", html`<ul class="attempts">${last.map((one) => html`<li><div class="row"><strong>${number(one.count)}</strong>
    <span class="tag">${one.reason}</span><span class="muted">${time(one.first)}</span></div><p>${one.detail}</p></li>`)}</ul>`);
}

function facts(schedule) {
  return card("Definition", html`<div class="body">${kv([
    ["When", timing(schedule)],
    ["Does", actionOf(schedule.action)],
    ["Description", schedule.description],
    ["Overlap", schedule.overlap],
    ["Catch-up", schedule.catch_up ? catchUp(schedule.catch_up) : null],
    ["Jitter", schedule.jitter && schedule.jitter !== "PT0S" ? span(schedule.jitter) : null],
    ["Starts", schedule.start_at ? time(schedule.start_at) : null],
    ["Ends", schedule.end_at ? time(schedule.end_at) : null],
    ["Version", schedule.version],
    ["Changed", time(schedule.changed_at)],
    ["Jobs", html`<a href=${href("jobs", { tag: `schedule:${schedule.name}` })}>All jobs of it</a>`],
  ])}</div>`);
}

function catchUp({ mode, window }) {
  return window && mode !== "none" ? `${mode}, of the last ${span(window)}` : mode;
}
