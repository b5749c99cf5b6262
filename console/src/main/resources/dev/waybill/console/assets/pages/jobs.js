// The list of jobs: search, filters, and changes of everything that matches.
import { html, nothing, repeat } from "../core/lib.js";
import { api } from "../core/api.js";
import { exactText } from "../core/exact.js";
import { overview } from "../core/live.js";
import { plural, shortId, short, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { bulk } from "../ui/bulk.js";
import { choiceChips, searchForm, setChips } from "../ui/filters.js";
import { badge, empty, loaded, menu, pageHead, pager } from "../ui/parts.js";

const FILTERS = {
  queue: "Queue", type: "Type", tag: "Tag", key: "Key", correlation_id: "Correlation ID", request_id: "Request ID", failure_group: "Failure group",
  created_from: "Created from", created_before: "Created before",
};
const STATES = ["queued", "running", "scheduled", "completed", "failed", "dead", "cancelled"];
const REFRESH = 4000;

export default function (page) {
  const jobs = page.resource((signal) => api.get("/v1/jobs", { ...selection(page), cursor: page.query.get("cursor"), limit: 50 }, signal));
  let counted = fingerprint();
  // The list follows the live figures: it is read again only when they changed, and only on its first page.
  page.every(REFRESH, () => {
    if (fingerprint() !== counted && !page.query.get("cursor") && !jobs.loading) {
      counted = fingerprint();
      jobs.load();
    }
  });
  page.watch(overview);
  return {
    title: "Jobs",
    queryChanged: () => jobs.load(),
    view: () => html`${pageHead("Jobs", { actions: can("operate") ? bulkMenu(page) : nothing })}
      <div class="toolbar">${searchForm(page, { label: "Search jobs", placeholder: "Words, \"in quotes\", pre* or key=value of the payload" })}</div>
      <div class="toolbar">${choiceChips(page, "state", stateOptions(page), "State")}${addFilter(page)}${setChips(page, FILTERS)}</div>
      <section class="card ${jobs.loading && jobs.data ? "stale" : ""}" aria-busy=${jobs.loading}>${loaded(jobs, (data) => list(page, data), 8)}</section>`,
  };
}

/** The filter of the address, as the API takes it. */
function selection(page) {
  const names = ["q", "state", ...Object.keys(FILTERS)];
  return Object.fromEntries(names.map((name) => [name, page.query.get(name)]).filter(([, value]) => value));
}

function fingerprint() {
  return JSON.stringify([overview.value?.queues.map((one) => [one.waiting, one.running, one.scheduled, one.dead]), overview.value?.rates]);
}

/** Counts of states that queues know; finished jobs are not counted, because that would cost a scan. */
function stateOptions(page) {
  const queue = page.query.get("queue");
  const queues = (overview.value?.queues ?? []).filter((one) => !queue || one.queue === queue);
  const sum = (name) => short(queues.reduce((total, one) => total + one[name], 0));
  const counts = overview.value ? { queued: sum("waiting"), running: sum("running"), scheduled: sum("scheduled"), dead: sum("dead") } : {};
  return [["", "All"], ...STATES.map((state) => [state, state, counts[state]])];
}

function addFilter(page) {
  const submit = (event) => {
    event.preventDefault();
    const values = new FormData(event.target);
    page.setQuery({ [values.get("name")]: filterValue(values), cursor: null });
    event.target.reset();
    event.target.closest("details").open = false;
  };
  return html`<details class="menu"><summary class="button small" role="button">Add filter</summary><form class="items body stack tight" @submit=${submit}>
    <label class="field"><span>Filter</span><select class="input" name="name">${Object.entries(FILTERS).map(([name, label]) => html`<option value=${name}>${label}</option>`)}</select></label>
    <label class="field"><span>Value</span><input class="input" name="value" required autocomplete="off" placeholder="2026-11-18T09:00 for times"></label>
    <button class="button primary">Apply</button></form></details>`;
}

/** Times are typed in the zone of the reader. */
function filterValue(values) {
  const value = values.get("value").trim();
  const isTime = values.get("name").startsWith("created_");
  return isTime && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;
}

function bulkMenu(page) {
  const run = (action) => () => bulk(action, selection(page), page);
  return menu("Change all that match", [["Redrive dead letters", run("redrive")], ["Retry", run("retry")], ["Cancel", run("cancel")]]);
}

function list(page, data) {
  if (data.items.length === 0) {
    return page.query.size === 0
      ? empty("No jobs yet", "Enqueue the first one from a terminal, or by POST /v1/jobs.", "waybill submit --type mail.send --queue mails '{\"to\": \"ada@example.org\"}'")
      : empty("No job matches", data.next_cursor ? "This page is empty; later pages may match." : "Remove a filter, or search for fewer words.");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Job</th><th scope="col">State</th><th scope="col" class="hide-s">Queue</th>
    <th scope="col" class="hide-s num">Attempt</th><th scope="col" class="hide-s">Worker</th><th scope="col" class="hide-s">Updated</th></tr></thead>
    <tbody>${repeat(data.items, (job) => job.id, row)}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "job"))}`;
}

function row(job) {
  return html`<tr><td><div class="cell-main"><a href=${href("jobs", job.id)} class="break">${job.type}</a>
      <div class="sub clip"><code title=${job.id}>${shortId(job.id)}</code>${job.failure ? html` · ${job.failure.message}` : preview(job)}</div></div></td>
    <td>${badge(job.state)}${job.priority === "normal" ? nothing : html` <span class="tag">${job.priority}</span>`}</td>
    <td class="hide-s"><a href=${href("queues", job.queue)}>${job.queue}</a></td><td class="hide-s num">${job.attempt}</td>
    <td class="hide-s clip">${job.worker ?? html`<span class="muted">–</span>`}</td><td class="hide-s shrink">${time(job.updated_at, "ago")}</td></tr>`;
}

function preview(job) {
  return job.payload === undefined ? nothing : html` · ${exactText(job.payload).slice(0, 120)}`;
}
