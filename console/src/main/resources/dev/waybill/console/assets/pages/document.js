// One document: how far it is, and its chunks as searches see them.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { bytes, number, time } from "../core/format.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { confirm } from "../ui/dialog.js";
import { passages } from "../ui/passages.js";
import { badge, card, copyButton, kv, loaded, menu, pageHead } from "../ui/parts.js";
import { showReceipt } from "../ui/receipt.js";
import { act } from "../ui/toast.js";

const CHUNKS = 50;

export default function (page) {
  const { id } = page.params;
  const document = page.resource((signal) => api.get(path`/v1/documents/${id}`, {}, signal));
  // There is no list of chunks: a search in this document by its own name returns them, the nearest first.
  const chunks = page.resource(async (signal) => {
    const { name, state } = await api.get(path`/v1/documents/${id}`, {}, signal);
    return state === "ready" ? api.post("/v1/search", { query: name.replace(/\.\w+$/, "") || name, document_ids: [id], limit: CHUNKS }) : null;
  });
  page.every(3000, () => document.data && !["ready", "failed"].includes(document.data.state) && page.reload());
  return {
    title: "Document",
    view: () => loaded(document, (data) => html`${head(data)}<div class="side"><div class="stack">
      ${data.failure ? html`<p class="note" data-tone="bad"><strong>${data.failure.code}</strong> in stage ${data.failure.stage}: ${data.failure.message}</p>` : nothing}
      ${card("Chunks", loaded(chunks, (found) => (found === null ? html`<p class="body muted">Its chunks appear when it is ready.</p>` : passages(found, { named: false })), 5),
        data.index ? html`<span class="hint">${number(Math.min(data.index.chunks, CHUNKS))} of ${number(data.index.chunks)}</span>` : nothing)}</div>${facts(data)}</div>`, 6),
  };
}

function head(data) {
  return pageHead(data.name, {
    crumb: html`<a class="crumb" href=${href("documents")}>Documents</a><span class="crumb"> / </span>`,
    beside: badge(data.state),
    actions: html`<a class="button" download href=${path`/v1/documents/${data.document_id}/content`}>Download</a>
      <a class="button" href=${href("documents", { view: "diagrams", session: data.session_id })}>Diagrams</a>
      ${can("operate") ? menu("Delete", [["Delete…", () => remove(data)], ["Erase with a receipt…", () => erase(data)]]) : nothing}`,
  });
}

async function remove(data) {
  if (await confirm({ title: `Delete ${data.name}?`, text: "File, chunks and vectors are deleted. This cannot be undone.", action: "Delete document", danger: true })) {
    if (await act(() => api.delete(path`/v1/documents/${data.document_id}`), "The document is deleted.")) {
      go(href("documents"));
    }
  }
}

async function erase(data) {
  const text = "File, chunks, vectors and diagrams are destroyed for good, and you get a signed receipt.";
  if (await confirm({ title: `Erase ${data.name}?`, text, action: "Erase", danger: true, type: "erase" })) {
    const receipt = await act(() => api.post(path`/v1/documents/${data.document_id}/erase`), "The document is erased.");
    if (receipt) {
      await showReceipt(receipt);
      go(href("documents"));
    }
  }
}

function facts(data) {
  return card("Details", html`<div class="body">${kv([
    ["ID", html`<code>${data.document_id}</code>${copyButton(data.document_id, "Copy document ID")}`],
    ["Session", html`<a href=${href("documents", { session: data.session_id })}>${data.session_id}</a>`],
    ["Type", data.file_type],
    ["Size", bytes(data.size)],
    ["Pages", data.index?.pages || null],
    ["Chunks", data.index ? number(data.index.chunks) : null],
    ["Model", data.index?.model],
    ["Job", html`<a href=${href("jobs", data.job_id)}>ingestion</a>`],
    ["Uploaded", time(data.created_at)],
    ["Updated", time(data.updated_at)],
    ["SHA-256", html`<code>${data.content_hash}</code>`],
  ])}</div>`);
}
