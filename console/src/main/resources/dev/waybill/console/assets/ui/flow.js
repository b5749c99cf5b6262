// A timeline as a diagram: a lane per kind, a column per entry, and a line from each cause to its effect.
import { html, svg } from "../core/lib.js";
import { between, local } from "../core/format.js";
import { href } from "../core/router.js";

const LANES = ["schedule", "event", "message", "job", "attempt", "end"];
const LEFT = 92;
const ROW = 52;
const BOX = { width: 148, height: 34 };
const COLUMN = 64;
const MOST = 60;

export function kindTone(entry) {
  if (entry.kind === "end") {
    return /completed/.test(entry.text) ? "good" : /cancel/.test(entry.text) ? "idle" : "bad";
  }
  if (entry.kind === "attempt" && /fail|crash|expired|error/i.test(entry.text)) {
    return "bad";
  }
  return { schedule: "later", event: "info", message: "accent", job: "idle", attempt: "info" }[entry.kind] ?? "idle";
}

export function flowDiagram(all) {
  const entries = all.slice(0, MOST);
  const used = LANES.filter((lane) => entries.some((entry) => entry.kind === lane));
  const boxes = entries.map((entry, i) => ({ entry, x: LEFT + i * COLUMN, y: used.indexOf(entry.kind) * ROW + 9 }));
  const width = Math.max(LEFT + entries.length * COLUMN + BOX.width - COLUMN + 12, 720);
  const height = used.length * ROW + 22;
  return html`<div class="flow" tabindex="0" role="group" aria-label="Diagram of the timeline"><svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img"
    aria-label=${`${entries.length} entries, from ${entries[0].text} to ${entries.at(-1).text}`}>
    ${used.map((lane, i) => svg`<rect class=${i % 2 === 0 ? "lane" : "lane odd"} x="0" y=${i * ROW} width=${width} height=${ROW}/><text class="dim" x="10" y=${i * ROW + 30}>${lane}</text>`)}
    ${boxes.map((box, i) => edge(causeOf(box, boxes.slice(0, i)), box))}
    ${boxes.map((box, i) => drawn(box, i === 0 ? "" : `+ ${between(entries[0].at, box.entry.at)}`, height))}</svg></div>`;
}

/** The entry that led to this one: the last of the same job, or else the last one of an earlier lane. */
function causeOf({ entry }, before) {
  const rank = LANES.indexOf(entry.kind);
  const sameJob = entry.job_id && before.findLast((one) => one.entry.job_id === entry.job_id);
  return sameJob || before.findLast((one) => LANES.indexOf(one.entry.kind) < Math.min(rank, 3));
}

function edge(from, to) {
  if (!from) {
    return "";
  }
  const middle = to.y + BOX.height / 2;
  const start = from.x + 18;
  const below = from.y < to.y ? from.y + BOX.height : from.y;
  return from.y === to.y ? svg`<path class="edge" d="M${from.x + BOX.width} ${middle}H${to.x}"/>` : svg`<path class="edge" d="M${start} ${below}V${middle}H${to.x}"/>`;
}

function drawn({ entry, x, y }, delay, height) {
  const text = entry.text.length > 21 ? `${entry.text.slice(0, 20)}…` : entry.text;
  const box = svg`<g><title>${entry.text} (${local(entry.at)})</title><rect class="flow-box" x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="6"/>
    <rect class="f-${kindTone(entry)}" x=${x} y=${y} width="4" height=${BOX.height} rx="2"/><text x=${x + 12} y=${y + 15}>${text}</text><text class="dim" x=${x + 12} y=${y + 28}>${delay || local(entry.at)}</text></g>`;
  return entry.job_id ? svg`<a href=${href("jobs", entry.job_id)}>${box}</a>` : box;
}
