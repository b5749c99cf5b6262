// The types of events that have schemas.
import { html } from "../core/lib.js";
import { api } from "../core/api.js";
import { plural } from "../core/format.js";
import { href } from "../core/router.js";
import { empty, loaded, pageHead, pager } from "../ui/parts.js";

export default function (page) {
  const schemas = page.resource((signal) => api.get("/v1/schemas", { cursor: page.query.get("cursor"), limit: 500 }, signal));
  return {
    title: "Schemas",
    view: () => html`${pageHead("Schemas", { actions: html`<a class="button" href="/v1/asyncapi" download="asyncapi.json">AsyncAPI</a>` })}
      <section class="card">${loaded(schemas, (data) => list(page, data), 5)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0 && !data.unusable?.length) {
    return empty("No schemas yet", "Register a JSON Schema per type and version; topics then refuse events that do not match.", "waybill schemas register order.paid 1.0 schema.json");
  }
  const types = Map.groupBy(data.items, (one) => one.type);
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Type</th><th scope="col">Versions</th><th scope="col">Compatibility</th></tr></thead>
    <tbody>${[...types].map(([type, versions]) => html`<tr><td><a href=${href("schemas", type)}>${type}</a></td>
      <td><span class="chips">${versions.map((one) => html`<a class="tag" href=${href("schemas", type, { version: one.version })}>${one.version}</a>`)}</span></td>
      <td><span class="tag">${versions.at(-1).compatibility}</span></td></tr>`)}
    ${(data.unusable ?? []).map((one) => html`<tr><td>${one.name}</td><td colspan="2" class="fault">${one.reason}</td></tr>`)}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(types.size, "type"))}`;
}
