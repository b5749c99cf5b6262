// Colors of terminal output. Only colors and weights are kept; every other control sequence is dropped.
const ESCAPE = /\u001b\[([0-9;:]*)m|\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-_]|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f]/g;

const PLAIN = { color: null, bold: false, dim: false, italic: false, underline: false };

/** Splits a line into parts `{text, classes}`. `style` is carried from line to line. */
export function ansiParts(line, style = PLAIN) {
  const parts = [];
  let now = style;
  let end = 0;
  const add = (text) => text && parts.push({ text, classes: classesOf(now) });
  for (const found of line.matchAll(ESCAPE)) {
    add(line.slice(end, found.index));
    if (found[1] !== undefined) {
      now = restyle(now, found[1]);
    }
    end = found.index + found[0].length;
  }
  add(line.slice(end));
  return { parts, style: now };
}

/** What a terminal shows of a line that was overwritten by carriage returns, such as a progress bar. */
export function overwritten(line) {
  const trimmed = line.endsWith("\r") ? line.slice(0, -1) : line;
  return trimmed.slice(trimmed.lastIndexOf("\r") + 1);
}

export const plainText = (line) => overwritten(line).replace(ESCAPE, "");

function restyle(style, codes) {
  let next = { ...style };
  const numbers = codes.split(/[;:]/).map(Number);
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i];
    if (code === 38 || code === 48) {
      const color = extended(numbers, i);
      next.color = code === 38 ? color.color : next.color;
      i = color.end;
    } else {
      next = simple(next, code);
    }
  }
  return next;
}

function simple(style, code) {
  if (code === 0) {
    return PLAIN;
  }
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
    return { ...style, color: code % 10 };
  }
  const changes = { 1: { bold: true }, 2: { dim: true }, 3: { italic: true }, 4: { underline: true },
    22: { bold: false, dim: false }, 23: { italic: false }, 24: { underline: false }, 39: { color: null } };
  return { ...style, ...changes[code] };
}

/** Colors of 256 or of 16 million become the nearest of the eight that the theme has. */
function extended(numbers, i) {
  if (numbers[i + 1] === 5) {
    const code = numbers[i + 2] ?? 7;
    return { color: code < 16 ? code % 8 : code >= 232 ? 7 : nearest(cube(code)), end: i + 2 };
  }
  return { color: nearest(numbers.slice(i + 2, i + 5)), end: i + 4 };
}

function cube(code) {
  const at = code - 16;
  return [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((level) => level * 51);
}

function nearest([red = 0, green = 0, blue = 0]) {
  const half = Math.max(red, green, blue) / 2;
  return (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0);
}

function classesOf({ color, bold, dim, italic, underline }) {
  return [color === null ? "" : `a-${color}`, bold ? "a-b" : "", dim ? "a-d" : "", italic ? "a-i" : "", underline ? "a-u" : ""].filter(Boolean).join(" ");
}
