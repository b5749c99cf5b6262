// Differences of two texts by lines: the longest common subsequence, for texts of some hundred lines.
import { html } from "../core/lib.js";

const MOST = 1500;

/** Lines as `[" " | "+" | "-", text]`. */
export function diffLines(before, after) {
  const a = before.split("\n").slice(0, MOST);
  const b = after.split("\n").slice(0, MOST);
  const common = commonLengths(a, b);
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([" ", a[i++]]);
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push(["-", a[i++]]);
    } else {
      lines.push(["+", b[j++]]);
    }
  }
  return lines;
}

function commonLengths(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}

const KINDS = { "+": "add", "-": "del", " ": "" };

export function diffView(before, after) {
  return html`<pre class="code" tabindex="0">${diffLines(before, after).map(([sign, text]) => html`<span class="diff ${KINDS[sign]}">${sign} ${text}</span>`)}</pre>`;
}
