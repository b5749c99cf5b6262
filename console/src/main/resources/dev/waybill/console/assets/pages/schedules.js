// All schedules: when each fires next.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { plural, span, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { firingLine } from "../ui/firing-line.js";
import { badge, card, empty, loaded, pageHead, pager } from "../ui/parts.js";
import { pauseSchedule, runNow } from "../ui/schedule-actions.js";

const ON_LINE = 12;

export default function (page) {
  const schedules = page.resource((signal) => api.get("/v1/schedules", { cursor: page.query.get("cursor"), limit: 50 }, signal));
  // The list has the next firing of each schedule; the line shows more of them for the first few.
  const upcoming = page.resource((signal) => firings(schedules, signal), { lazy: true });
  let known = null;
  return {
    title: "Schedules",
    view: () => {
      if (schedules.data && schedules.data !== known) {
        known = schedules.data;
        upcoming.load();
      }
      return html`${pageHead("Schedules")}<div class="stack">
        ${upcoming.data?.length > 0 ? card("Next firings", html`<div class="body">${firingLine(upcoming.data)}</div>`) : nothing}
        <section class="card">${loaded(schedules, (data) => list(page, data), 6)}</section></div>`;
    },
  };
}

async function firings(schedules, signal) {
  const active = (schedules.data?.items ?? []).filter((one) => one.next_at && !one.paused).slice(0, ON_LINE);
  const statuses = await Promise.all(active.map((one) => api.get(path`/v1/schedules/${one.name}`, {}, signal)));
  return statuses.map((status) => [status.schedule.name, status.upcoming.map((one) => one.at)]);
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("No schedules yet", "A schedule enqueues a job or publishes an event at given times.",
      "waybill schedules put report --cron '30 9 * * MON-FRI' --zone Europe/Lisbon --type report --queue reports");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Schedule</th><th scope="col">When</th><th scope="col" class="hide-s">Does</th><th scope="col">Next</th>
    <th scope="col" class="hide-s"><span class="sr">Actions</span></th></tr></thead><tbody>${data.items.map((one) => row(page, one))}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "schedule"))}`;
}

function row(page, one) {
  return html`<tr><td><span class="row"><a href=${href("schedules", one.name)}>${one.name}</a>${one.paused ? badge("paused") : nothing}</span><div class="sub">${one.description ?? ""}</div></td>
    <td>${timing(one)}</td><td class="hide-s">${actionOf(one.action)}</td><td class="shrink">${one.paused ? html`<span class="muted">–</span>` : time(one.next_at, "ago")}</td>
    <td class="shrink hide-s">${can("operate") ? html`<span class="row">${runNow(one.name, page, true)}${pauseSchedule(one, page, true)}</span>` : nothing}</td></tr>`;
}

export function timing(one) {
  return one.cron ? html`<code>${one.cron}</code> <span class="hint">${one.zone ?? "UTC"}</span>` : one.every ? `every ${span(one.every)}` : html`once, ${one.at}`;
}

export function actionOf(action) {
  if (action.job) {
    return html`job ${action.job.type} → <a href=${href("queues", action.job.queue ?? "default")}>${action.job.queue ?? "default"}</a>`;
  }
  return action.event ? html`event ${action.event.type} → <a href=${href("topics", action.event.topic)}>${action.event.topic}</a>` : html`message`;
}
