// JSON with colors, as text nodes: nothing in it can become markup.
import { html, nothing } from "../core/lib.js";
import { exactText } from "../core/exact.js";
import { bytes } from "../core/format.js";
import { copyButton } from "./parts.js";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
const LONGEST = 200_000;

export const pretty = (value) => exactText(value, 2);

function colored(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, found.index));
    const [all, quoted, colon, word] = found;
    const kind = quoted ? (colon ? "j-key" : "j-text") : word ? "j-word" : "j-num";
    parts.push(html`<span class=${kind}>${quoted ?? all}</span>${colon ?? ""}`);
    end = found.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}

export function json(value) {
  const text = pretty(value) ?? "";
  const cut = text.length > LONGEST;
  return html`<pre class="code" tabindex="0">${colored(cut ? text.slice(0, LONGEST) : text)}</pre>
    ${cut ? html`<p class="pager">Only the first ${bytes(LONGEST)} are shown.</p>` : nothing}`;
}

/** A card with JSON, bytes as base64, or a text that says there is nothing. */
export function jsonCard(title, { value, base64, none, download, extra = nothing }) {
  const content = base64 ? html`<pre class="code" tabindex="0">${base64.slice(0, LONGEST)}</pre>`
    : value === undefined ? html`<p class="body muted">${none}</p>` : json(value);
  return html`<section class="card"><header><h2>${title}</h2>${base64 ? html`<span class="tag">base64</span>` : nothing}
    <span class="grow"></span>${extra}${download ? html`<a class="button ghost small" href=${download} download>Download</a>` : nothing}
    ${value === undefined ? nothing : copyButton(() => pretty(value), `Copy ${title.toLowerCase()}`)}</header>${content}</section>`;
}
