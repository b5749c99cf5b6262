// One diagram of documents.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { time } from "../core/format.js";
import { href } from "../core/router.js";
import { badge, card, copyButton, kv, loaded, pageHead } from "../ui/parts.js";

export default function (page) {
  const { id } = page.params;
  const diagram = page.resource((signal) => api.get(path`/v1/diagrams/${id}`, {}, signal));
  page.every(2000, () => diagram.data?.state === "pending" && diagram.load());
  return {
    title: "Diagram",
    view: () => loaded(diagram, (data) => html`${pageHead(`${data.kind} of ${data.session_id}`, {
      crumb: html`<a class="crumb" href=${href("documents", { view: "diagrams", session: data.session_id })}>Diagrams</a><span class="crumb"> / </span>`, beside: badge(data.state) })}
      <div class="side"><div class="stack">${picture(data)}
        ${data.mermaid ? card("Mermaid", html`<pre class="code" tabindex="0">${data.mermaid}</pre>`, html`<span class="grow"></span>${copyButton(data.mermaid, "Copy Mermaid text")}`) : nothing}</div>${facts(data)}</div>`),
  };
}

function picture(data) {
  if (data.state === "failed") {
    return html`<p class="note" data-tone="bad"><strong>${data.failure?.code}</strong> ${data.failure?.message}</p>`;
  }
  return card("Picture", html`<div class="body">${data.svg ? html`<img class="diagram" src=${data.svg} alt=${`Diagram: ${data.kind} of the documents of ${data.session_id}`}>` : html`<p class="muted">It is being drawn.</p>`}</div>`);
}

function facts(data) {
  return card("Details", html`<div class="body">${kv([
    ["ID", html`<code>${data.diagram_id}</code>`],
    ["Engine", data.engine],
    ["Model", data.model],
    ["Job", html`<a href=${href("jobs", data.job_id)}>drawing</a>`],
    ["Created", time(data.created_at)],
    ["Shows", data.documents?.length ? data.documents.map((one) => html`<div><a href=${href("documents", one.document_id)}>${one.name}</a></div>`) : null],
    ["Left out", data.left_out?.length ? data.left_out.map((one) => html`<div><code>${one.document_id}</code> ${one.reason}</div>`) : null],
  ])}</div>`);
}
