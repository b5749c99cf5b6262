// Small parts that every page uses: badges, buttons that copy, empty states, skeletons, problems, tabs.
import { html, nothing } from "../core/lib.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

const TONES = {
  completed: "good", delivered: "good", ready: "good", done: "good", handed_off: "good", active: "good", valid: "good",
  running: "info", sending: "info", accepted: "info", parsing: "info", chunked: "info", embedded: "info",
  queued: "idle", waiting: "idle", created: "idle", uploaded: "idle", pending: "idle", unknown: "idle", cancelled: "idle", released: "idle",
  scheduled: "later", snoozed: "later",
  failed: "bad", dead: "bad", bounced: "bad", dropped: "bad", complaint: "bad", crashed: "bad", error: "bad", revoked: "bad",
  paused: "warn", timed_out: "warn", expired: "warn", retried: "warn",
};

export const tone = (state) => TONES[state] ?? "idle";

/** A state as a colored label; the word is always there, so nobody depends on the color. */
export function badge(state, text = state) {
  return toneBadge(tone(state), text.replaceAll("_", " "));
}

export function toneBadge(colored, text) {
  return html`<span class="badge" data-tone=${colored}>${text}</span>`;
}

export function copyButton(text, label = "Copy") {
  return html`<button class="button ghost small" type="button" aria-label=${label} title=${label}
    @click=${() => copy(text)}>${icon("copy", 14)}</button>`;
}

export async function copy(text) {
  const value = typeof text === "function" ? text() : text;
  try {
    await navigator.clipboard.writeText(value);
    toast("Copied");
  } catch (refused) {
    toast("The browser refused access to the clipboard. Select the text and copy it.", "bad");
  }
}

/** What to do when there is nothing to show yet: one sentence and the next command. */
export function empty(title, text, command) {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>
    ${command ? html`<div class="command"><code>${command}</code>${copyButton(command, "Copy command")}</div>` : nothing}</div>`;
}

const WIDTHS = ["w70", "w90", "w50", "w80", "w60", "w90", "w40", "w75"];

export function skeleton(lines = 6) {
  return html`<div class="body" role="status" aria-label="Loading">
    ${WIDTHS.slice(0, lines).map((width) => html`<span class="skeleton ${width}"></span>`)}</div>`;
}

export function problem(failed, retry) {
  return html`<div class="problem" role="alert"><strong>${failed.message}</strong>
    ${failed.errors?.map((one) => html`<span><code>${one.pointer}</code> ${one.message}</span>`)}
    <span class="muted">${failed.code ?? ""}${failed.traceId ? html` · trace <code>${failed.traceId}</code>` : nothing}</span>
    ${retry ? html`<button class="button small" @click=${retry}>Try again</button>` : nothing}</div>`;
}

/**
 * Draws loaded data, a skeleton before it is there, and the problem if it cannot be loaded: alone if the server refused
 * the call, or else above the data of an earlier call. A banner of the shell says that the server does not answer.
 */
export function loaded(resource, draw, lines) {
  const { data, problem: failed } = resource;
  const retry = () => resource.load();
  if (failed && (data === undefined || (failed.status >= 400 && failed.status < 500))) {
    return problem(failed, retry);
  }
  if (data === undefined) {
    return skeleton(lines);
  }
  return html`${failed && failed.status !== 0 ? problem(failed, retry) : nothing}${draw(data)}`;
}

export function card(title, content, extra = nothing) {
  return html`<section class="card"><header><h2>${title}</h2>${extra}</header>${content}</section>`;
}

export function pageHead(title, { actions = nothing, crumb = nothing, beside = nothing } = {}) {
  return html`<div class="page-head"><h1 class="break">${crumb}${title}</h1>${beside}<div class="actions">${actions}</div></div>`;
}

export function tabs(label, items, current) {
  return html`<nav class="tabs" aria-label=${label}>${items.map(
    ([value, text, url]) => html`<a href=${url} aria-current=${value === current}>${text}</a>`,
  )}</nav>`;
}

export function pager(page, next, count) {
  const cursor = page.query.get("cursor");
  return html`<div class="pager"><span>${count}${next || cursor ? " on this page" : ""}</span><span class="grow"></span>
    ${cursor ? html`<button class="button small" @click=${() => page.setQuery({ cursor: null })}>First page</button>` : nothing}
    ${next || cursor ? html`<button class="button small" ?disabled=${!next} @click=${() => page.setQuery({ cursor: next })}>Next page</button>` : nothing}</div>`;
}

export function kv(rows) {
  return html`<dl class="kv">${rows.filter(([, value]) => value !== undefined && value !== null && value !== "").map(
    ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;
}

export function menu(label, items) {
  return html`<details class="menu" @click=${closeAfterChoice} @keydown=${closeOnEscape}>
    <summary class="button" role="button">${label} ${icon("down", 13)}</summary>
    <div class="items">${items.map(([text, action]) => html`<button type="button" @click=${action}>${text}</button>`)}</div></details>`;
}

function closeAfterChoice(event) {
  if (event.target.closest("button")) {
    event.currentTarget.open = false;
  }
}

function closeOnEscape(event) {
  if (event.key === "Escape") {
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary").focus();
  }
}
