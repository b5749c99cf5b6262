// What can be done to one job, and the same as commands.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { exactText } from "../core/exact.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { ask, confirm } from "./dialog.js";
import { pretty } from "./json.js";
import { copy, menu } from "./parts.js";
import { act } from "./toast.js";

export const FINISHED = ["completed", "failed", "cancelled", "dead"];
const WAITING = ["scheduled", "queued"];

export function jobActions(job, page) {
  const isFinished = FINISHED.includes(job.state);
  const change = (verb, done) => async () => {
    await act(() => api.post(path`/v1/jobs/${job.id}/${verb}`), done);
    page.reload();
  };
  return html`${copyMenu(job)}
    ${can("operate") ? html`
      ${job.state === "dead" ? html`<button class="button primary" @click=${change("redrive", "The job is queued again.")}>Redrive</button>` : nothing}
      ${isFinished && job.state !== "dead" ? html`<button class="button" @click=${change("retry", "The job is queued again.")}>Retry</button>` : nothing}
      ${job.state === "scheduled" ? html`<button class="button" @click=${change("retry", "The job runs now.")}>Run now</button>` : nothing}
      ${isFinished || job.cancel_requested ? nothing : html`<button class="button danger" @click=${() => cancel(job, page)}>Cancel job</button>`}
      ${isFinished || WAITING.includes(job.state) ? moreMenu(job, page) : nothing}` : nothing}`;
}

function moreMenu(job, page) {
  const items = [];
  if (can("produce") && job.payload_base64 === undefined) {
    items.push(["Run again with an edited payload…", () => edit(job)]);
  }
  items.push(["Delete…", () => remove(job, page)]);
  return menu("More", items);
}

async function cancel(job, page) {
  const text = job.state === "running" ? "Its worker is asked to stop; the job ends as cancelled when it does." : "The job will not run. It can be retried later.";
  if (await confirm({ title: "Cancel this job?", text, action: "Cancel job", danger: true })) {
    await act(() => api.post(path`/v1/jobs/${job.id}/cancel`), "Cancellation requested.");
    page.reload();
  }
}

async function remove(job) {
  const text = "The job, its payload, result, attempts and events are deleted. This cannot be undone.";
  if (await confirm({ title: "Delete this job?", text, action: "Delete job", danger: true })) {
    if (await act(() => api.delete(path`/v1/jobs/${job.id}`), "The job is deleted.")) {
      go(href("jobs"));
    }
  }
}

/** Jobs never change what they were asked to do, so an edited payload is a new job that is linked to this one. */
async function edit(job) {
  const made = await ask({
    title: "Run again with an edited payload",
    text: "A new job of the same type and queue is enqueued. Both have the same correlation ID, so their timeline shows them together.",
    fields: [{ name: "payload", label: "Payload (JSON)", kind: "long", value: pretty(job.payload ?? {}) }],
    action: "Enqueue",
    check: ({ payload }) => jsonFault(payload),
    // The payload is sent as it was typed: a parsed one could lose digits.
    send: ({ payload }) => api.post("/v1/jobs", `${exactText(copyOf(job)).slice(0, -1)},"payload":${payload}}`),
    done: "The new job is enqueued.",
    wide: true,
  });
  if (made) {
    go(href("jobs", made.id));
  }
}

function copyOf(job) {
  const { type, queue, priority, timeout, retry, key } = job;
  // Tags of events and schedules are reserved for them.
  const tags = job.tags.filter((tag) => !/^(event|topic|subscription|schedule|slot|run):/.test(tag));
  return JSON.parse(JSON.stringify({ type, queue, priority, timeout, retry, key, tags, correlation_id: job.correlation_id ?? job.id }));
}

function jsonFault(text) {
  try {
    JSON.parse(text);
    return null;
  } catch (malformed) {
    return `Not JSON: ${malformed.message}`;
  }
}

function copyMenu(job) {
  const body = exactText({ type: job.type, queue: job.queue, payload: job.payload });
  return menu("Copy as", [
    ["curl: show this job", () => copy(`curl ${location.origin}/v1/jobs/${job.id}`)],
    ["curl: enqueue another one", () => copy(`curl --json ${quote(body)} ${location.origin}/v1/jobs`)],
    ["CLI: show this job", () => copy(`waybill jobs show ${job.id} --server ${location.origin}`)],
    ["CLI: enqueue another one", () => copy(`waybill submit --type ${quote(job.type)} --queue ${quote(job.queue)} ${quote(exactText(job.payload ?? {}))} --server ${location.origin}`)],
    ["Job ID", () => copy(job.id)],
  ]);
}

/** Quotes a text for a shell. */
export const quote = (text) => (/^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
