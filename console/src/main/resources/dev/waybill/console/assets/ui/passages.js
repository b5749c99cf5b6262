// Passages of documents that a search found, with the words that match.
import { html, nothing } from "../core/lib.js";
import { href } from "../core/router.js";
import { empty } from "./parts.js";

export function passages(data, { named = true } = {}) {
  if (data.items.length === 0) {
    return empty("Nothing found", "Ask in other words, or search in all sessions.");
  }
  return html`${data.incomplete ? html`<p class="note" data-tone="warn">Passages may be missing: the index is being filled.</p>` : nothing}
    <ol>${data.items.map((one) => html`<li class="passage">${named ? html`<div class="row wrap"><a href=${href("documents", one.document_id)}>${one.name}</a>
      <span class="hint">${[one.page ? `page ${one.page}` : "", ...(one.headings ?? [])].filter(Boolean).join(" › ")}</span></div>` : html`<div class="hint">${[one.page ? `page ${one.page}` : "", ...(one.headings ?? [])].filter(Boolean).join(" › ")}</div>`}
      <p class="break">${highlighted(one.text, one.highlights ?? [])}</p></li>`)}</ol>`;
}

function highlighted(text, ranges) {
  const parts = [];
  let end = 0;
  for (const { start, end: stop } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start >= end) {
      parts.push(text.slice(end, start), html`<mark>${text.slice(start, stop)}</mark>`);
      end = stop;
    }
  }
  return [...parts, text.slice(end)];
}
