// One job: why it is where it is, what went in and came out, each attempt, and its output as it arrives.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { exactText } from "../core/exact.js";
import { between, local, span, time, withTimes } from "../core/format.js";
import { overview } from "../core/live.js";
import { href } from "../core/router.js";
import { JobStream } from "../ui/job-stream.js";
import { FINISHED, jobActions } from "../ui/job-actions.js";
import { json, jsonCard } from "../ui/json.js";
import { badge, card, copyButton, kv, loaded, pageHead, tone } from "../ui/parts.js";

const ASK_EVERY = 2000;
const ASK_ALWAYS = 8;

export default function (page) {
  const { id } = page.params;
  const job = page.resource((signal) => api.get(path`/v1/jobs/${id}`, {}, signal).then(received));
  const attempts = page.resource((signal) => api.get(path`/v1/jobs/${id}/attempts`, {}, signal));
  const why = page.resource((signal) => api.get(path`/v1/jobs/${id}/explain`, {}, signal));
  const stream = new JobStream(id, page, () => isOpen() && job.load());
  const isOpen = () => job.data && !FINISHED.includes(job.data.state);

  /** A change of the job leads to newer attempts and another explanation. */
  function received(now) {
    if (job.data && progressOf(now) !== progressOf(job.data)) {
      attempts.load();
      why.load();
    }
    if (!FINISHED.includes(now.state)) {
      stream.follow();
    }
    return now;
  }

  followQueue(page, job, isOpen);
  return {
    title: "Job",
    view: () => loaded(job, (data) => html`${head(data, page)}<div class="side">
      <div class="stack">${explanation(why)}${stream.progressView()}
        ${jsonCard("Payload", { value: data.payload, base64: data.payload_base64, none: "This job has no payload.", download: path`/v1/jobs/${id}/payload` })}
        ${stream.hasOutput ? stream.terminal.view() : nothing}
        ${data.state === "completed" || data.result !== undefined ? jsonCard("Result", { value: data.result, base64: data.result_base64, none: "The worker returned no result." }) : nothing}
        ${card("Attempts", loaded(attempts, attemptList, 3))}
        ${stream.events.length > 0 ? eventCard(stream) : nothing}</div>
      ${facts(data)}</div>`, 8),
  };
}

const progressOf = ({ state, attempt, updated_at: updated, cancel_requested: cancel }) => JSON.stringify([state, attempt, updated, cancel]);

/** While a job is open, it is read again when the figures of its queue have changed, and now and then. */
function followQueue(page, job, isOpen) {
  const figures = () => JSON.stringify(overview.value?.queues.find((one) => one.queue === job.data?.queue));
  let known = figures();
  let rest = 0;
  page.every(ASK_EVERY, () => {
    rest = (rest + 1) % ASK_ALWAYS;
    if (isOpen() && !job.loading && (figures() !== known || rest === 0)) {
      known = figures();
      job.load();
    }
  });
}

function head(job, page) {
  return pageHead(job.type, {
    crumb: html`<a class="crumb" href=${href("jobs")}>Jobs</a><span class="crumb"> / </span>`,
    beside: html`${badge(job.state)}${job.cancel_requested && job.state === "running" ? badge("paused", "asked to stop") : nothing}`,
    actions: jobActions(job, page),
  });
}

function explanation(why) {
  if (!why.data) {
    return nothing;
  }
  const { summary, reasons = [], next, state } = why.data;
  return html`<div class="note" data-tone=${tone(state)}><strong>${withTimes(summary)}</strong>
    ${reasons.length > 0 ? html`<ul>${reasons.map((reason) => html`<li>${withTimes(reason)}</li>`)}</ul>` : nothing}
    ${next ? html`<p class="muted">${withTimes(next)}</p>` : nothing}</div>`;
}

function facts(job) {
  return card("Details", html`<div class="body">${kv([
    ["ID", html`<code>${job.id}</code>${copyButton(job.id, "Copy job ID")}`],
    ["Queue", html`<a href=${href("queues", job.queue)}>${job.queue}</a>`],
    ["Priority", job.priority],
    ["Attempt", `${job.attempt}${job.errors ? `, ${job.errors} failed` : ""}${job.crashes ? `, ${job.crashes} crashed` : ""}`],
    ["Generation", job.generation || null],
    ["Created", time(job.created_at)],
    [job.state === "scheduled" ? "Runs" : "Ready", html`${time(job.run_at)}${job.state === "scheduled" ? html` (${time(job.run_at, "ago")})` : nothing}`],
    ["Updated", time(job.updated_at)],
    ["Worker", job.worker],
    ["Lease until", job.lease_until ? time(job.lease_until) : null],
    ["Deadline", job.deadline ? time(job.deadline) : null],
    ["Timeout", job.timeout ? span(job.timeout) : null],
    ["Request ID", job.request_id],
    ["Key", job.key ? html`<a href=${href("jobs", { key: job.key })}>${job.key}</a>` : null],
    ["Timeline", html`<a href=${href("timeline", { id: job.correlation_id ?? job.id })}>${job.correlation_id ?? "of this job"}</a>`],
    ["Tags", job.tags.length > 0 ? html`<span class="chips">${job.tags.map((tag) => html`<a class="tag" href=${href("jobs", { tag })}>${tag}</a>`)}</span>` : null],
  ])}</div>${job.retry ? html`<details class="body"><summary>Retry policy</summary>${json(job.retry)}</details>` : nothing}`);
}

function attemptList({ items }) {
  return items.length === 0 ? html`<p class="body muted">No worker has leased this job yet.</p>` : html`<ol class="attempts" reversed>${[...items].reverse().map((one) => html`<li>
    <div class="row wrap"><strong>Attempt ${one.number}</strong>${badge(one.ending ?? "running")}<span class="muted">${one.worker}</span><span class="grow"></span>
      <span class="muted">${time(one.started_at)} · ${one.ended_at ? between(one.started_at, one.ended_at) : "running"}</span></div>
    ${one.failure ? html`<p class="break"><code class="tag">${one.failure.error_class}</code> ${one.failure.message}</p>
      ${one.failure.stack ? html`<details ?open=${one === items.at(-1)}><summary class="hint">Stack trace</summary><pre class="code boxed" tabindex="0">${one.failure.stack}</pre></details>` : nothing}` : nothing}</li>`)}</ol>`;
}

function eventCard(stream) {
  return card("Events", html`<div class="table-wrap"><table><thead><tr><th scope="col">Time</th><th scope="col">Type</th><th scope="col">Data</th></tr></thead>
    <tbody>${stream.events.map((event) => html`<tr><td class="shrink" title=${event.at}>${local(event.at)}</td><td class="shrink">${event.type}</td>
      <td class="break"><code>${exactText(event.data ?? null)}</code></td></tr>`)}</tbody></table></div>`);
}
