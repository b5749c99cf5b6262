// JSON without loss: a number that JavaScript cannot hold, such as 9007199254740993, keeps its digits.
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Most documents have no such number, and are parsed at once. */
const SUSPECT = /\d[\d.]{15}|[eE]\+?\d{3}/;
/** Marks a number that is carried as a text; a text that begins like a mark gets one more. */
const MARK = "\u0001";
const MARKED = /(?<!\\)"\\u0001n(-?[\d.eE+-]+)"/g;
const MARKED_TEXT = /(?<!\\)"\\u0001t/g;

export class ExactNumber {
  constructor(text) {
    this.text = text;
  }

  valueOf() {
    return Number(this.text);
  }

  toString() {
    return this.text;
  }
}

export function parseExact(text) {
  return SUSPECT.test(text) ? JSON.parse(text.replace(TOKEN, marked), (_, value) => unmarked(value)) : JSON.parse(text);
}

function marked(token) {
  if (token[0] === '"') {
    return /^"(?:\u0001|\\u0001)/i.test(token) ? `"\\u0001t${token.slice(1)}` : token;
  }
  return isLossy(token) ? `"\\u0001n${token}"` : token;
}

function unmarked(value) {
  if (typeof value !== "string" || value[0] !== MARK) {
    return value;
  }
  return value[1] === "n" ? new ExactNumber(value.slice(2)) : value.slice(2);
}

function isLossy(token) {
  const value = Number(token);
  return !Number.isFinite(value) || digits(token) !== digits(`${value}`);
}

/** The digits that matter: without sign, point, exponent, and zeros at both ends. */
const digits = (text) => text.replace(/[eE].*$/, "").replace(/[-.]/g, "").replace(/^0+|0+$/g, "");

/** A value as JSON, as `JSON.stringify` writes it. */
export function exactText(value, space) {
  let isMarked = false;
  const text = JSON.stringify(value, (_, one) => {
    if (one instanceof ExactNumber) {
      isMarked = true;
      return `${MARK}n${one.text}`;
    }
    return typeof one === "string" && one[0] === MARK ? `${MARK}t${one}` : one;
  }, space);
  const isPlain = !isMarked && !text?.includes('"\\u0001t');
  return isPlain ? text : text.replace(MARKED, "$1").replace(MARKED_TEXT, '"');
}
