// Line charts in SVG, without a library: a few hundred points, a scale, a cursor with values.
import { html, nothing, ref, svg } from "../core/lib.js";
import { localClock, localDay, localSeconds, short } from "../core/format.js";

const HEIGHT = 190;
const LEFT = 46;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;

/** Milliseconds: times of shorter charts have seconds, and those of longer ones have a day, so that no two look the same. */
const EXACT = 240_000;
const DAYS = 72_000_000;

/** Rounds up to a few steps of each power of ten, so that the half of the scale is a round number, too. */
export function niceTop(value) {
  if (!(value > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= value * 0.999);
}

/** A scale from zero to a round number. */
export const LINEAR = {
  top: niceTop,
  ticks: (top) => [0, top / 2, top],
  share: (value, top) => value / top,
};

const MINUTES = [2, 4, 10, 20, 60, 120, 240, 480, 960, 1440, 2880, 10080, 20160];

/** The same for seconds: above a minute, the half of the scale is a whole number of minutes. */
export const LINEAR_SECONDS = {
  ...LINEAR,
  top: (value) => (value <= 60 ? niceTop(value) : 60 * (MINUTES.find((top) => top * 60 >= value) ?? value / 60)),
};

const SPANS = [0.1, 1, 10, 60, 600, 3600, 21600, 86400, 604800, 2592000];
/** Seconds: shorter ones look alike. */
const SHORTEST = 0.02;
/** The part of the height that two lines of the grid are apart at least. */
const APART = 0.16;

/** A scale for durations: each tenfold has the same height, so that one long wait does not flatten all others. */
export const DURATIONS = {
  top: (value) => SPANS.find((span) => span >= value) ?? value,
  ticks(top) {
    const ticks = [0];
    for (const span of SPANS.filter((one) => one <= top)) {
      if (DURATIONS.share(span, top) - DURATIONS.share(ticks.at(-1), top) >= APART) {
        ticks.push(span);
      }
    }
    return ticks;
  },
  share: (value, top) => Math.log1p(value / SHORTEST) / Math.log1p(top / SHORTEST),
};

/** One chart: it remembers where the pointer is, and is drawn with new points by `view`. */
export class LineChart {
  #at = null;
  #width = 640;
  #host = null;
  #observer = new ResizeObserver(([entry]) => this.#resize(entry.contentRect.width));

  constructor(label, series, { format = short, axis = format, kind = LINEAR, update }) {
    this.label = label;
    this.series = series;
    this.format = format;
    this.axis = axis;
    this.kind = kind;
    this.update = update;
  }

  /** `points` are objects with `at` and the values that the series name; null is a gap. */
  view(points) {
    const index = this.#at === null || points.length === 0 ? points.length - 1 : Math.min(this.#at, points.length - 1);
    const isEmpty = points.length < 2 || this.series.length === 0;
    return html`<section class="card"><header class="chart-head"><h2>${this.label}</h2>${isEmpty ? nothing : this.#legend(points[index])}</header>
      <div class="chart" ${ref((host) => this.#attach(host))}>${isEmpty ? html`<p class="muted body chart-none">${points.length < 2 ? "The first points appear after a minute of traffic." : "Nothing was waiting in this time."}</p>` : this.#drawing(points)}</div></section>`;
  }

  /** The drawing has the width of its place, so that its text has the size of other text. */
  #attach(host) {
    if (host && host !== this.#host) {
      this.#host = host;
      this.#observer.disconnect();
      this.#observer.observe(host);
    }
  }

  #resize(width) {
    if (width > 0 && Math.abs(width - this.#width) > 1) {
      this.#width = Math.round(width);
      this.update();
    }
  }

  #legend(point) {
    return html`<div class="legend">${this.series.map(({ key, text, color }) => html`<span>
      <svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4" class="f-${color}"/></svg>${text}
      <b>${point && point[key] !== null ? this.format(point[key]) : "–"}</b></span>`)}</div>`;
  }

  #drawing(points) {
    const scale = this.#scale(points);
    return html`<svg viewBox="0 0 ${this.#width} ${HEIGHT}" role="img" aria-label=${this.#summary(points)}
      @pointermove=${(event) => this.#point(event, points)} @pointerleave=${() => this.#leave()}>
      ${this.kind.ticks(scale.top).map((value) => this.#gridLine(value, scale))}${this.#times(points, scale)}
      ${this.series.map((one) => this.#line(one, points, scale))}
      ${this.#at === null ? nothing : svg`<line class="cursor" x1=${scale.x(this.#at)} x2=${scale.x(this.#at)} y1=${TOP} y2=${HEIGHT - BOTTOM}/>`}</svg>`;
  }

  #scale(points) {
    const top = this.kind.top(Math.max(...points.flatMap((point) => this.series.map(({ key }) => point[key] ?? 0))));
    const step = (this.#width - LEFT - RIGHT) / Math.max(points.length - 1, 1);
    return { top, x: (i) => round(LEFT + i * step), y: (value) => round(HEIGHT - BOTTOM - this.kind.share(value, top) * (HEIGHT - TOP - BOTTOM)) };
  }

  #gridLine(value, scale) {
    const y = scale.y(value);
    return svg`<line class="grid" x1=${LEFT} x2=${this.#width - RIGHT} y1=${y} y2=${y}/>
      <text x=${LEFT - 6} y=${y + 4} text-anchor="end">${this.axis(value)}</text>`;
  }

  #times(points, scale) {
    const last = points.length - 1;
    const length = new Date(points[last].at) - new Date(points[0].at);
    const clock = length < EXACT ? localSeconds : length < DAYS ? localClock : localDay;
    return [0, Math.round(last / 2), last].map((i, place) => svg`<text x=${scale.x(i)} y=${HEIGHT - 5}
      text-anchor=${["start", "middle", "end"][place]}>${clock(new Date(points[i].at))}</text>`);
  }

  #line({ key, color, area }, points, scale) {
    const path = linePath(points.map((point) => point[key]), scale);
    return svg`${area ? svg`<path class="area f-${color}" d=${`${path}L${scale.x(points.length - 1)} ${scale.y(0)}L${scale.x(0)} ${scale.y(0)}Z`}/>` : nothing}
      <path class="series c-${color}" d=${path}/>`;
  }

  #summary(points) {
    const last = points.at(-1);
    return `${this.label}: ${this.series.map(({ key, text }) => `${text} ${last[key] === null ? "none" : this.format(last[key])}`).join(", ")}`;
  }

  #point(event, points) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.#width;
    const part = (x - LEFT) / (this.#width - LEFT - RIGHT);
    this.#at = Math.max(0, Math.min(points.length - 1, Math.round(part * (points.length - 1))));
    this.update();
  }

  #leave() {
    this.#at = null;
    this.update();
  }
}

const round = (value) => Math.round(value * 10) / 10;

/** A path that is interrupted where a value is missing. */
function linePath(values, scale) {
  let path = "";
  let pen = "M";
  values.forEach((value, i) => {
    if (value === null || value === undefined) {
      pen = "M";
    } else {
      path += `${pen}${scale.x(i)} ${scale.y(value)}`;
      pen = "L";
    }
  });
  return path || "M0 0";
}

/** A chart of one line beside a figure. It says in words what it shows. */
export function sparkline(values, color, label) {
  if (values.length < 2) {
    return html`<svg class="spark" aria-hidden="true"></svg>`;
  }
  const top = niceTop(Math.max(...values));
  const scale = { x: (i) => round((i / (values.length - 1)) * 110), y: (value) => round(22 - (value / top) * 20) };
  const path = linePath(values, scale);
  return html`<svg class="spark" viewBox="0 0 110 24" preserveAspectRatio="none" role="img" aria-label=${label}>
    <path class="area f-${color}" d=${`${path}L110 23L0 23Z`}/><path class="series c-${color}" d=${path}/></svg>`;
}
