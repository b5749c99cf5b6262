// Figures and times as people read them.
import { html } from "./lib.js";

const whole = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const stamp = new Intl.DateTimeFormat(undefined, {
  month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
});
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayClock = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exactClock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

export const number = (value) => whole.format(value ?? 0);

/** Exact up to 9,999, then shortened: a figure in a tile must not push its neighbors away. */
export const short = (value) => (Math.abs(value ?? 0) < 10000 ? number(Math.round((value ?? 0) * 10) / 10) : compact.format(value));

export function rate(value) {
  return value === 0 ? "0" : value < 10 ? value.toFixed(1) : short(Math.round(value));
}

export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** Seconds as `850 ms`, `12.5 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) {
    return "–";
  }
  if (seconds < 1) {
    return `${Math.round(seconds * 1000)} ms`;
  }
  if (seconds < 60) {
    return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  }
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  const first = units.findIndex(([, size]) => seconds >= size);
  const [name, size] = units[first];
  const rest = Math.floor((seconds % size) / (units[first + 1]?.[1] ?? 1));
  const tail = units[first + 1] && rest > 0 ? ` ${rest} ${units[first + 1][0]}` : "";
  return `${Math.floor(seconds / size)} ${name}${tail}`;
}

/** Seconds of an ISO 8601 duration such as `PT1H30M`. */
export function seconds(text) {
  const found = /^(-)?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text ?? "");
  if (!found) {
    return null;
  }
  const [, sign, days, hours, minutes, rest] = found;
  const total = (days ?? 0) * 86400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + Number(rest ?? 0);
  return sign ? -total : total;
}

export const span = (text) => duration(seconds(text));

export function between(from, to) {
  return duration((new Date(to) - new Date(from)) / 1000);
}

/** A duration by its largest unit only, where exactness would only take space. */
export function about(value) {
  return value < 60 ? duration(value) : coarse(value);
}

export function ago(text) {
  const passed = (Date.now() - new Date(text)) / 1000;
  if (Math.abs(passed) < 1) {
    return "now";
  }
  const rough = coarse(Math.abs(passed));
  return passed > 0 ? `${rough} ago` : `in ${rough}`;
}

function coarse(passed) {
  for (const [name, size] of [["d", 86400], ["h", 3600], ["min", 60]]) {
    if (passed >= size) {
      return `${Math.floor(passed / size)} ${name}`;
    }
  }
  return `${Math.floor(passed)} s`;
}

export const local = (text) => stamp.format(new Date(text));
export const localClock = (date) => clock.format(date);
export const localDay = (date) => dayClock.format(date);
export const localSeconds = (date) => exactClock.format(date);

/** A time in the zone of the reader; the exact time in UTC is its title. */
export function time(text, style = "local") {
  if (!text) {
    return html`<span class="muted">–</span>`;
  }
  const shown = style === "ago" ? ago(text) : local(text);
  const title = style === "ago" ? `${local(text)} (${text} UTC)` : `${text} UTC`;
  return html`<time datetime=${text} title=${title.replace("Z UTC", " UTC").replace("Z UTC)", " UTC)")}>${shown}</time>`;
}

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/;

/** A text of the server with its times in the zone of the reader. */
export function withTimes(text) {
  return text.split(INSTANT).map((part, i) => (i % 2 === 1 ? time(part) : part));
}

export const shortId = (id) => (id && id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
