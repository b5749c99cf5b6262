// Firings on a line of time: one row per schedule.
import { html, svg } from "../core/lib.js";
import { local, localClock, plural } from "../core/format.js";

const LEFT = 150;
const ROW = 26;
const DAY = 86_400_000;

/** `rows` are `[name, times]`. Shows the next 24 hours, or as much as the latest firing needs, up to a week. `width` is about that of its place. */
export function firingLine(rows, { width = 960, now = Date.now() } = {}) {
  const times = rows.flatMap(([, all]) => all.map((at) => new Date(at).getTime()));
  const latest = Math.max(now + DAY, ...times.filter((at) => at < now + 7 * DAY));
  const height = rows.length * ROW + 24;
  const x = (at) => LEFT + ((at - now) / (latest - now)) * (width - LEFT - 16);
  return html`<div class="flow" tabindex="0" role="group" aria-label="Line of time"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${`Next firings of ${plural(rows.length, "schedule")}`}>
    ${ticks(now, latest).map((at) => svg`<line class="edge" x1=${x(at)} x2=${x(at)} y1="0" y2=${height - 22}/>
      <text class="dim" x=${x(at)} y=${height - 6} text-anchor="middle">${latest - now > DAY * 1.5 ? local(at).split(",")[0] : localClock(new Date(at))}</text>`)}
    ${rows.map(([name, all], i) => svg`<text x="8" y=${i * ROW + 18}>${name.length > 20 ? `${name.slice(0, 19)}…` : name}</text>
      ${all.map((at) => new Date(at).getTime()).filter((at) => at <= latest).map((at) => svg`<circle class="f-accent" cx=${x(at)} cy=${i * ROW + 14} r="5"><title>${name}: ${local(at)}</title></circle>`)}`)}
  </svg></div>`;
}

function ticks(now, latest) {
  const step = latest - now > DAY * 1.5 ? DAY : 4 * 3_600_000;
  const first = Math.ceil(now / step) * step;
  return Array.from({ length: Math.floor((latest - first) / step) + 1 }, (_, i) => first + i * step).filter((at) => at < latest - step / 4);
}
