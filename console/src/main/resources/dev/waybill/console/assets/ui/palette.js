// The command palette: pages by name, and any ID or search. Opened by Ctrl-K.
import { html } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { overview } from "../core/live.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";

const PAGES = [
  ["Overview", ""], ["Jobs", "jobs"], ["Queues", "queues"], ["Dead letters", "dead"], ["Workers", "workers"], ["Operations", "operations"],
  ["Topics", "topics"], ["Schemas", "schemas"], ["Schedules", "schedules"], ["Messages", "messages"], ["Documents", "documents"],
  ["Timeline", "timeline"], ["API keys", "keys", "admin"], ["Audit log", "audit", "admin"],
];
/** Things that people name themselves: any text may be one. */
const NAMED = [
  ["schedule", (name) => api.get(path`/v1/schedules/${name}`), (name) => href("schedules", name), "schedules"],
  ["topic", (name) => api.get(path`/v1/topics/${name}`), (name) => href("topics", name), "topics"],
  ["schema", (name) => api.get(path`/v1/schemas/${name}`, { limit: 1 }).then(notEmpty), (name) => href("schemas", name), "schemas"],
];
const LOOKUPS = [
  ["job", (id) => api.get(path`/v1/jobs/${id}`), (id) => href("jobs", id), "jobs"],
  ["message", (id) => api.get(path`/v1/messages/${id}`), (id) => href("messages", id), "messages"],
  ["document", (id) => api.get(path`/v1/documents/${id}`), (id) => href("documents", id), "documents"],
  ["diagram", (id) => api.get(path`/v1/diagrams/${id}`), (id) => href("diagrams", id), "documents"],
  ["timeline", (id) => api.get("/v1/timelines", { correlation_id: id }), (id) => href("timeline", { id }), "timeline"],
];
const LOOKS_LIKE_NAME = /^[\w.-]{3,}$/;
const PAUSE = 120;
const LOOKS_LIKE_ID = /^[\w.:/#-]{8,}$/;

let isOpen = false;

export async function openPalette() {
  if (isOpen) {
    return;
  }
  isOpen = true;
  const state = { text: "", chosen: 0, found: [], pending: 0, isEntered: false };
  const target = await openDialog((close, redraw) => view(state, close, redraw), "palette");
  isOpen = false;
  if (target) {
    go(target);
  }
}

export function startPalette() {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
    }
  });
}

function view(state, close, redraw) {
  const entries = entriesOf(state);
  const move = (step) => {
    state.chosen = (state.chosen + step + entries.length) % Math.max(entries.length, 1);
    redraw();
  };
  const enter = () => {
    if (state.pending > 0 && state.found.length === 0) {
      state.isEntered = true; // The ID is being looked up: go to what is found first.
    } else if (entries[state.chosen]) {
      close(entries[state.chosen].url);
    }
  };
  const keys = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: enter };
  return html`<input role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label="Go to a page or an ID" autofocus
      aria-activedescendant=${`palette-${state.chosen}`} placeholder="Page, queue, topic, schedule, or any ID…" autocomplete="off" spellcheck="false"
      @input=${(event) => typed(state, event.target.value, close, redraw)}
      @keydown=${(event) => {
        if (keys[event.key]) {
          event.preventDefault();
          keys[event.key]();
        }
      }}>
    <ul role="listbox" id="palette-list" aria-label="Places">${entries.map((entry, i) => html`<li role="option" id=${`palette-${i}`}
      aria-selected=${i === state.chosen} @click=${() => close(entry.url)}>${icon(entry.icon)}<span class="clip">${entry.text}</span><span class="muted">${entry.kind}</span></li>`)}</ul>`;
}

function entriesOf({ text, found }) {
  const words = text.trim().toLowerCase();
  const pages = PAGES.filter(([name, , scope]) => (!scope || can(scope)) && name.toLowerCase().includes(words))
    .map(([name, page]) => ({ text: name, url: href(page), kind: "page", icon: page || "overview" }));
  const queues = words === "" ? [] : (overview.value?.queues ?? []).filter((one) => one.queue.toLowerCase().includes(words)).slice(0, 6)
    .map((one) => ({ text: one.queue, url: href("queues", one.queue), kind: "queue", icon: "queues" }));
  const search = words === "" ? [] : [
    { text: `Search jobs for “${text.trim()}”`, url: href("jobs", { q: text.trim() }), kind: "search", icon: "search" },
    { text: `Search messages for “${text.trim()}”`, url: href("messages", { q: text.trim() }), kind: "search", icon: "search" },
  ];
  return [...found, ...pages, ...queues, ...search];
}

function notEmpty(list) {
  if (list.items.length === 0) {
    throw new Error("no such name");
  }
}

/** Looks a text up in all places at once when the typing pauses; the answers appear as they come. */
function typed(state, text, close, redraw) {
  const id = text.trim();
  const lookups = lookupsOf(id);
  Object.assign(state, { text, chosen: 0, found: [], pending: lookups.length, isEntered: false });
  redraw();
  setTimeout(() => state.text === text && lookups.forEach(([kind, lookup, target, name]) => {
    const entry = { text: id, url: target(id), kind, icon: name };
    lookup(id).then(() => [entry], () => []).then((found) => state.text === text && answered(state, found, close, redraw));
  }), PAUSE);
}

/** The beginning of the name of a page is no name of something else. */
function lookupsOf(text) {
  const isPage = PAGES.some(([name]) => name.toLowerCase().startsWith(text.toLowerCase()));
  return isPage ? [] : [...(LOOKS_LIKE_NAME.test(text) ? NAMED : []), ...(LOOKS_LIKE_ID.test(text) ? LOOKUPS : [])];
}

function answered(state, found, close, redraw) {
  // A timeline is the way to an ID of any kind, so the thing itself comes before it.
  const isTimeline = found[0]?.kind === "timeline";
  state.found = isTimeline ? [...state.found, ...found] : [...found, ...state.found];
  state.pending--;
  const ready = state.found.find((one) => one.kind !== "timeline") ?? (state.pending === 0 ? entriesOf(state)[0] : null);
  if (state.isEntered && ready) {
    close(ready.url);
  } else {
    redraw();
  }
}
