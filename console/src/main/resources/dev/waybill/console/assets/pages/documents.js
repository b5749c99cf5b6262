// Documents: upload, progress, search.
import { html, nothing } from "../core/lib.js";
import { api } from "../core/api.js";
import { bytes, plural, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { searchForm, setChips } from "../ui/filters.js";
import { badge, empty, loaded, pageHead, pager, tabs } from "../ui/parts.js";
import { passages } from "../ui/passages.js";
import { diagrams } from "../ui/diagrams.js";
import { Uploads } from "../ui/uploads.js";

export default function (page) {
  const session = () => page.query.get("session");
  const view = () => page.query.get("view") ?? "files";
  const listUrl = () => (session() ? `/v1/sessions/${encodeURIComponent(session())}` : "/v1");
  const documents = page.resource((signal) => api.get(`${listUrl()}/documents`, { cursor: page.query.get("cursor"), limit: 50 }, signal));
  const found = page.resource((signal) => search(page, signal));
  const drawn = page.resource((signal) => (session() ? api.get(`${listUrl()}/diagrams`, { limit: 50 }, signal) : Promise.resolve(null)));
  const uploads = new Uploads(page, () => documents.load());
  page.every(4000, () => documents.data?.items.some((one) => !["ready", "failed"].includes(one.state)) && documents.load());
  const url = (name) => href("documents", { view: name, session: session() });
  return {
    title: "Documents",
    view: () => html`${pageHead("Documents")}<div class="stack">
      ${tabs("Views", [["files", "Files", url("")], ["search", "Search", url("search")], ["diagrams", "Diagrams", url("diagrams")]], view())}
      ${setChips(page, { session: "Session" })}
      ${view() === "search" ? searchView(page, found) : view() === "diagrams" ? diagrams(page, session(), drawn) : html`${can("produce") ? uploads.view(session()) : nothing}
        <section class="card">${loaded(documents, (data) => list(page, data), 6)}</section>`}</div>`,
  };
}

function search(page, signal) {
  const query = page.query.get("q");
  if (!query || page.query.get("view") !== "search") {
    return Promise.resolve(null);
  }
  return api.post("/v1/search", { query, session_id: page.query.get("session") ?? undefined, limit: 20 }, undefined, signal);
}

function searchView(page, found) {
  return html`<div class="row">${searchForm(page, { label: "Search in documents", placeholder: "A question, or words to find" })}</div>
    <section class="card">${loaded(found, (data) => (data === null ? empty("Ask the documents", "Passages are found by their words and by their meaning.", "waybill search who made the lamp") : passages(data)), 5)}</section>`;
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("No documents yet", "Upload PDF, Office, HTML, Markdown, text, CSV or e-mail files above, or from a terminal.", "waybill ingest guide.pdf --session s1");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col" class="hide-s">Session</th>
    <th scope="col" class="num hide-s">Size</th><th scope="col" class="num hide-s">Chunks</th><th scope="col" class="hide-s">Uploaded</th></tr></thead><tbody>${data.items.map(row)}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "document"))}`;
}

function row(one) {
  return html`<tr><td><a class="break" href=${href("documents", one.document_id)}>${one.name}</a><div class="sub">${one.failure ? one.failure.message : one.file_type}</div></td><td>${badge(one.state)}</td>
    <td class="hide-s"><a href=${href("documents", { session: one.session_id })}>${one.session_id}</a></td><td class="num hide-s">${bytes(one.size)}</td>
    <td class="num hide-s">${one.index?.chunks ?? "–"}</td><td class="hide-s">${time(one.created_at, "ago")}</td></tr>`;
}
