// The versions of one type: each schema, what changed, and an example.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { href } from "../core/router.js";
import { diffView } from "../ui/diff.js";
import { json, pretty } from "../ui/json.js";
import { card, loaded, pageHead } from "../ui/parts.js";

export default function (page) {
  const { type } = page.params;
  const versions = page.resource((signal) => api.get(path`/v1/schemas/${type}`, { limit: 200 }, signal));
  const shown = (data) => data.items.find((one) => one.version === page.query.get("version")) ?? data.items.at(-1);
  const sample = page.resource(async (signal) => {
    const list = await api.get(path`/v1/schemas/${type}`, { limit: 200 }, signal);
    return api.get(path`/v1/schemas/${type}/${shown(list).version}/sample`, {}, signal);
  });
  return {
    title: type,
    queryChanged: () => sample.load(),
    view: () => loaded(versions, (data) => {
      const current = shown(data);
      return html`${head(type, data, current)}<div class="two">
        ${card(`Schema ${current.version}`, json(current.schema), html`<span class="tag">${current.compatibility}</span>`)}
        <div class="stack">${changes(page, type, data, current)}${card("Example", loaded(sample, json, 4))}
        ${current.upcast === undefined ? nothing : card("Conversion from the previous version", json(current.upcast))}</div></div>`;
    }),
  };
}

function head(type, data, current) {
  return pageHead(type, {
    crumb: html`<a class="crumb" href=${href("schemas")}>Schemas</a><span class="crumb"> / </span>`,
    actions: html`<nav class="chips" aria-label="Versions">${data.items.map((one) => html`<a class="chip ${one === current ? "set" : ""}" aria-current=${one === current}
      href=${href("schemas", type, { version: one.version })}>${one.version}</a>`)}</nav>`,
  });
}

function changes(page, type, data, current) {
  const others = data.items.filter((one) => one !== current);
  if (others.length === 0) {
    return card("Changes", html`<p class="body muted">This is the only version.</p>`);
  }
  const previous = data.items[data.items.indexOf(current) - 1] ?? others[0];
  const base = others.find((one) => one.version === page.query.get("base")) ?? previous;
  const choose = html`<label class="row"><span class="hint">since</span><select class="input" aria-label="Compare with version" @change=${(event) => page.setQuery({ base: event.target.value })}>
    ${others.map((one) => html`<option value=${one.version} ?selected=${one === base}>${one.version}</option>`)}</select></label>`;
  return card("Changes", diffView(pretty(base.schema), pretty(current.schema)), choose);
}
