// A timeline as a diagram: each cause on the left, its effects on the right, one row for each job.
import { html, svg } from "../core/lib.js";
import { between, local } from "../core/format.js";
import { href } from "../core/router.js";

const SOURCES = ["schedule", "event", "message"];
const BOX = { width: 186, height: 42 };
const GAP = { x: 34, y: 12 };
const MARGIN = 4;
const MOST = 80;

export function kindTone(entry) {
  if (entry.kind === "end") {
    return /completed/.test(entry.text) ? "good" : /cancel/.test(entry.text) ? "idle" : "bad";
  }
  if (/fail|crash|expired|bounce|refus|error/i.test(entry.text)) {
    return "bad";
  }
  return { schedule: "later", event: "info", message: "accent", job: "idle", attempt: "info" }[entry.kind] ?? "idle";
}

export function flowDiagram(all) {
  const entries = all.slice(0, MOST);
  const boxes = placed(entries);
  const width = Math.max(...boxes.map((box) => box.x)) + BOX.width + MARGIN;
  const height = Math.max(...boxes.map((box) => box.y)) + BOX.height + MARGIN;
  return html`<div class="flow free" tabindex="0" role="group" aria-label="Diagram of the timeline"><svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="group"
    aria-label=${`${entries.length} entries, from ${entries[0].text} to ${entries.at(-1).text}`}>
    ${boxes.map((box) => edge(box))}${boxes.map((box) => drawn(box, entries[0].at))}</svg></div>`;
}

/** Puts entries into columns by their distance from the first cause, and into rows so that none overlap. */
function placed(entries) {
  const boxes = [];
  for (const entry of entries) {
    const cause = causeOf(entry, boxes);
    const box = { entry, cause, effects: [], depth: cause ? cause.depth + 1 : 0 };
    cause?.effects.push(box);
    boxes.push(box);
  }
  let row = 0;
  const place = (box) => {
    Object.assign(box, { x: MARGIN + box.depth * (BOX.width + GAP.x), y: MARGIN + row * (BOX.height + GAP.y) });
    box.effects.forEach((effect, i) => {
      row += i > 0 ? 1 : 0;
      place(effect);
    });
  };
  boxes.filter((box) => !box.cause).forEach((box, i) => {
    row += i > 0 ? 1 : 0;
    place(box);
  });
  return boxes;
}

const MESSAGE = /^message ([\w-]+): (.*?)(?: \(attempt 1\))?$/;

export const messageOf = (entry) => MESSAGE.exec(entry.text)?.[1];

/** The entry that led to this one: the last of the same message or job, or else the last schedule, event or message. */
function causeOf(entry, before) {
  const message = messageOf(entry);
  const sameMessage = message && before.findLast((one) => messageOf(one.entry) === message);
  if (sameMessage) {
    return sameMessage;
  }
  const sameJob = entry.job_id && before.findLast((one) => one.entry.job_id === entry.job_id);
  const rank = SOURCES.indexOf(entry.kind);
  const isSource = (one) => SOURCES.includes(one.entry.kind) && (rank < 0 || SOURCES.indexOf(one.entry.kind) < rank);
  return sameJob || before.findLast(isSource);
}

function edge({ cause, x, y }) {
  if (!cause) {
    return "";
  }
  const from = { x: cause.x + BOX.width, y: cause.y + BOX.height / 2 };
  const to = y + BOX.height / 2;
  const turn = from.x + GAP.x / 2;
  return svg`<path class="edge" d="M${from.x} ${from.y}H${turn}V${to}H${x}"/>`;
}

const SHORTER = [
  [/^schedule (\S+) (?:fired|was run).*$/, "$1"],
  [/^event \S+ of type (\S+) was published to topic (\S+)$/, "$1 → $2"],
  [/^job of type (\S+) entered queue (\S+).*$/, "$1 → $2"],
  [/^(attempt \d+) started on worker (.*)$/, "$1 on $2"],
  [/^(attempt \d+) ended as (.*)$/, "$1 $2"],
  [/^job of queue \S+ is (\S+)$/, "$1"],
  [MESSAGE, "$2"],
];

/** The text of an entry for a box: without words that the diagram itself says. */
function shortText(text) {
  const [pattern, shorter] = SHORTER.find(([known]) => known.test(text)) ?? [/^$/, ""];
  const told = text.replace(pattern, shorter);
  return told.length > 23 ? `${told.slice(0, 22)}…` : told;
}

function drawn({ entry, x, y }, start) {
  const text = shortText(entry.text);
  const below = entry.at === start ? local(entry.at) : `+ ${between(start, entry.at)}`;
  const box = svg`<g><title>${entry.text} (${local(entry.at)})</title><rect class="flow-box" x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="6"/>
    <rect class="f-${kindTone(entry)}" x=${x} y=${y} width="4" height=${BOX.height} rx="2"/><svg x=${x} y=${y} width=${BOX.width - 6} height=${BOX.height}><text x="13" y="17">${text}</text><text class="dim" x="13" y="33">${entry.kind} · ${below}</text></svg></g>`;
  const target = messageOf(entry) ? href("messages", messageOf(entry)) : entry.job_id ? href("jobs", entry.job_id) : null;
  return target ? svg`<a href=${target} aria-label=${entry.text}>${box}</a>` : box;
}
