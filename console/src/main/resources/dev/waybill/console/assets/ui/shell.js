// The frame around every page.
import { html, nothing } from "../core/lib.js";
import { href, go } from "../core/router.js";
import { can, session, signOut } from "../core/session.js";
import { lost, probe } from "../core/connection.js";
import { overview, streaming } from "../core/live.js";
import { short } from "../core/format.js";
import { icon } from "./icons.js";
import { isDark, toggleTheme } from "./theme.js";
import { openPalette } from "./palette.js";

const GROUPS = [
  ["Work", [["", "Overview"], ["jobs", "Jobs"], ["queues", "Queues"], ["dead", "Dead letters"], ["workers", "Workers"], ["operations", "Operations"]]],
  ["Flows", [["topics", "Topics"], ["schemas", "Schemas"], ["schedules", "Schedules"], ["messages", "Messages"], ["documents", "Documents"], ["timeline", "Timeline"]]],
  ["Access", [["keys", "API keys", "admin"], ["audit", "Audit log", "admin"]]],
];

let menuOpen = false;
let redraw = () => {};

export function shell(content, update) {
  redraw = update;
  return html`<a class="skip" href="#main">Skip to content</a>
    <div class="shell" data-menu=${menuOpen ? "open" : "closed"}>${sidebar()}
      <button class="scrim" aria-label="Close menu" tabindex="-1" @click=${() => setMenu(false)}></button>
      <div class="grow">${topbar()}${lost.value ? lostBanner() : nothing}
        <main class="content" id="main" tabindex="-1">${content}</main></div></div>`;
}

export function setMenu(open) {
  menuOpen = open;
  redraw();
}

function sidebar() {
  const current = location.pathname.replace(/^\/console\//, "").split("/")[0];
  return html`<nav class="sidebar" id="menu" aria-label="Pages"><a class="brand" href=${href("")}>
      <img src=${new URL("../icon.svg", import.meta.url).pathname} alt="">Waybill</a>
    ${GROUPS.map(([name, links]) => group(name, links.filter(([, , scope]) => !scope || can(scope)), current))}
    <div class="sidebar-foot"><a href="/docs" target="_blank" rel="noopener">API reference</a></div></nav>`;
}

function group(name, links, current) {
  return links.length === 0 ? nothing : html`<div class="nav-group"><h2>${name}</h2><ul>${links.map(([path, text]) => html`<li>
    <a class="nav-link" href=${href(path)} aria-current=${path === current ? "page" : "false"}>${icon(path || "overview")}${text}
    ${path === "dead" ? deadCount() : nothing}</a></li>`)}</ul></div>`;
}

function deadCount() {
  const count = (overview.value?.queues ?? []).reduce((sum, queue) => sum + queue.dead, 0);
  return count === 0 ? nothing : html`<span class="nav-count">${short(count)}</span>`;
}

function topbar() {
  return html`<header class="topbar">
    <button class="button ghost icon menu-button" aria-label="Open menu" aria-controls="menu" aria-expanded=${menuOpen}
      @click=${() => setMenu(true)}>${icon("menu", 18)}</button>
    <button class="jump" @click=${openPalette}>${icon("search", 15)}<span class="clip">Go to a page or an ID</span><kbd>Ctrl K</kbd></button>
    <span class="grow"></span>
    <span class="live" data-on=${streaming.value} title=${streaming.value ? "Figures are live" : "Not connected"}><span class="live-text">${streaming.value ? "Live" : "Offline"}</span></span>
    ${who()}
    <button class="button ghost icon" aria-label=${isDark() ? "Use the light theme" : "Use the dark theme"} @click=${() => {
      toggleTheme();
      redraw();
    }}>${icon(isDark() ? "sun" : "moon", 17)}</button></header>`;
}

function who() {
  const { mode, tenant, label } = session.value ?? {};
  return html`${can("operate") ? nothing : html`<span class="tag" title="This key has no scope operate">read-only</span>`}
    <span class="tag" title=${label ?? "Tenant"}>${tenant}</span>
    ${mode === "session" ? html`<button class="button ghost icon" aria-label="Sign out" title="Sign out" @click=${leave}>${icon("out", 17)}</button>` : nothing}`;
}

async function leave() {
  await signOut();
  go(href(""));
}

function lostBanner() {
  return html`<div class="lost" role="alert"><strong>The server does not answer.</strong>
    <span class="grow">What you see may be outdated. The console connects again by itself.</span>
    <button class="button small" @click=${probe}>Try now</button></div>`;
}
