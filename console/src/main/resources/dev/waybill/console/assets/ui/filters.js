// Filters of a list, kept in the address: chips that are set, and a field to search.
import { html, live, nothing } from "../core/lib.js";
import { icon } from "./icons.js";

export function searchForm(page, { name = "q", placeholder, label }) {
  const submit = (event) => {
    event.preventDefault();
    page.setQuery({ [name]: new FormData(event.target).get(name).trim(), cursor: null });
  };
  return html`<form class="search" role="search" @submit=${submit}><input class="input" type="search" name=${name} aria-label=${label}
    placeholder=${placeholder} maxlength="256" .value=${live(page.query.get(name) ?? "")} @search=${(event) => event.target.form.requestSubmit()}>
    <button class="button">${icon("search", 14)}<span class="hide-s">Search</span></button></form>`;
}

/** One chip per filter that is set; a click removes it. */
export function setChips(page, labels) {
  const set = Object.entries(labels).filter(([name]) => page.query.get(name));
  return set.length === 0 ? nothing : html`<div class="chips">${set.map(([name, label]) => html`<button class="chip set"
    aria-label=${`Remove filter ${label}`} @click=${() => page.setQuery({ [name]: null, cursor: null })}>
    ${label}: <b class="clip">${page.query.get(name)}</b>${icon("close", 12)}</button>`)}
    <button class="button ghost small" @click=${() => page.setQuery({ ...Object.fromEntries(set.map(([name]) => [name, null])), cursor: null })}>Clear filters</button></div>`;
}

/** Chips of which one is chosen. */
export function choiceChips(page, name, options, label) {
  const current = page.query.get(name) ?? "";
  return html`<div class="chips" role="group" aria-label=${label}>${options.map(([value, text, count]) => html`<button class="chip"
    aria-pressed=${current === value} @click=${() => page.setQuery({ [name]: value || null, cursor: null })}>${text}
    ${count === undefined ? nothing : html`<span class="muted">${count}</span>`}</button>`)}</div>`;
}
