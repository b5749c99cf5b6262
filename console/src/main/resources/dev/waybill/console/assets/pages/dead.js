// Dead letters by error, with ways to run them again.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { number, plural, shortId, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { bulk } from "../ui/bulk.js";
import { choiceChips, searchForm, setChips } from "../ui/filters.js";
import { failureList } from "../ui/failures.js";
import { card, empty, loaded, pageHead, pager } from "../ui/parts.js";
import { act } from "../ui/toast.js";

export default function (page) {
  const filter = () => ({ queue: page.query.get("queue"), type: page.query.get("type") });
  const groups = page.resource((signal) => api.get("/v1/failures", { ...filter(), state: page.query.get("state"), limit: 50 }, signal));
  const jobs = page.resource((signal) => api.get("/v1/dead", { ...filter(), q: page.query.get("q"), cursor: page.query.get("cursor"), limit: 50 }, signal));
  page.every(15_000, () => groups.load());
  return {
    title: "Dead letters",
    view: () => html`${pageHead("Dead letters", { actions: can("operate") ? html`<button class="button" @click=${() => redriveAll(page, { ...filter(), q: page.query.get("q") })}>Redrive all…</button>` : nothing })}
      <div class="toolbar">${choiceChips(page, "state", [["", "Dead and failed"], ["dead", "Dead"], ["failed", "Failed"]], "State")}${setChips(page, { queue: "Queue", type: "Type", q: "Words" })}</div>
      <div class="stack">${card("By error", loaded(groups, (data) => groupList(page, data), 4), groups.data ? html`<span class="hint">${plural(groups.data.items.length, "group")}${groups.data.truncated ? ", more not shown" : ""}</span>` : nothing)}
      ${card("Dead jobs", loaded(jobs, (data) => list(page, data), 6), html`<span class="grow"></span>${searchForm(page, { label: "Search dead jobs", placeholder: "Words of the error or payload" })}`)}</div>`,
  };
}

function redriveAll(page, selected) {
  const filter = Object.fromEntries(Object.entries(selected).filter(([, value]) => value));
  return bulk("redrive", { ...filter, state: "dead" }, page);
}

/** A redrive takes dead jobs only; a group may have failed ones, which are retried. */
function againOf(state) {
  return state === "dead" ? ["redrive", "Redrive", "dead"] : ["retry", "Retry", state || "dead,failed"];
}

function groupList(page, data) {
  if (data.items.length === 0) {
    return empty("Nothing failed", "A job that used up its attempts becomes a dead letter and waits here until you redrive or delete it.");
  }
  const [action, verb, state] = againOf(page.query.get("state"));
  const buttons = (group) => html`${can("operate") ? html`<button class="button small" aria-label=${`${verb} ${number(group.count)} jobs with ${group.code}`}
    @click=${() => bulk(action, { failure_group: group.group, state }, page)}>${verb}…</button>` : nothing}`;
  return failureList(data.items, buttons);
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("No dead jobs", "Nothing waits for a redrive here.");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Job</th><th scope="col">Error</th><th scope="col" class="hide-s">Queue</th><th scope="col" class="hide-s">Died</th>
    <th scope="col"><span class="sr">Actions</span></th></tr></thead><tbody>${data.items.map((job) => row(page, job))}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "job"))}`;
}

function row(page, job) {
  return html`<tr><td><a href=${href("jobs", job.id)}>${job.type}</a><div class="sub"><code title=${job.id}>${shortId(job.id)}</code></div></td>
    <td><div class="cell-main"><code class="tag">${job.failure?.error_class ?? "lease_expired"}</code><div class="sub clip" title=${job.failure?.message ?? ""}>${job.failure?.message ?? "The lease expired too often."}</div></div></td>
    <td class="hide-s"><a href=${href("queues", job.queue)}>${job.queue}</a></td><td class="hide-s">${time(job.updated_at, "ago")}</td>
    <td class="shrink">${can("operate") ? html`<button class="button small" aria-label=${`Redrive ${job.type}`} @click=${async () => {
      await act(() => api.post(`/v1/jobs/${job.id}/redrive`), "The job is queued again.");
      page.reload();
    }}>Redrive</button>` : nothing}</td></tr>`;
}
