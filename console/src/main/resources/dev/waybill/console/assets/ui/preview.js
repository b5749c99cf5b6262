// Shows the HTML of a message in a frame that runs no scripts and loads nothing. The frame is filled element by
// element from an allowlist; styles are set through the object model, because the policy of the console forbids
// style attributes.
import { html } from "../core/lib.js";

const DROPPED = new Set(["SCRIPT", "IFRAME", "FRAME", "OBJECT", "EMBED", "LINK", "META", "BASE", "FORM", "INPUT", "BUTTON", "TEXTAREA", "SELECT", "NOSCRIPT",
  "TEMPLATE", "SVG", "MATH", "AUDIO", "VIDEO", "SOURCE", "CANVAS", "TITLE", "STYLE", "X-CSS"]);
const KEPT = ["align", "valign", "width", "height", "colspan", "rowspan", "border", "cellpadding", "cellspacing", "bgcolor", "color", "alt", "dir", "lang"];

export function previewFrame(markup) {
  return html`<iframe class="preview" title="Preview of the message" sandbox="allow-same-origin" @load=${(event) => fill(event.target, markup)}></iframe>`;
}

function fill(frame, markup) {
  const parsed = new DOMParser().parseFromString(withoutStyles(markup), "text/html");
  const target = frame.contentDocument;
  const sheets = [...parsed.querySelectorAll("x-css")].map((style) => sheet(frame.contentWindow, style.textContent));
  target.adoptedStyleSheets = sheets;
  target.body.replaceChildren();
  copyChildren(parsed.body, target.body, target);
  applyStyle(parsed.body, target.body);
  frame.style.height = `${Math.min(Math.max(target.documentElement.scrollHeight, 90), 640)}px`;
}

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Renames styles and event handlers before the browser parses them: it would report each as a violation of the policy. */
function withoutStyles(markup) {
  const renamed = (attribute) => (attribute.toLowerCase() === "style" ? "data-css" : "data-off");
  return markup
    .replace(/<(\/?)style\b/gi, "<$1x-css")
    .replace(TAG, (tag) => tag.replace(/([\s/"'])(style|on\w+)(?=\s*=)/gi, (_, before, name) => before + renamed(name)));
}

/** A sheet without anything that the browser would load. */
function sheet(window, text) {
  const made = new window.CSSStyleSheet();
  made.replaceSync(text.replace(/@import[^;]*;?/gi, "").replace(/url\s*\([^)]*\)?/gi, "none"));
  return made;
}

function copyChildren(from, to, target) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      to.append(target.createTextNode(node.data));
    } else if (node.nodeType === Node.ELEMENT_NODE && !DROPPED.has(node.tagName.toUpperCase())) {
      to.append(copyOf(node, target));
    }
  }
}

function copyOf(node, target) {
  const isImage = node.tagName === "IMG";
  // Pictures of other hosts would tell them who reads the message: their text stands for them.
  const made = target.createElement(isImage ? "span" : node.tagName === "A" ? "u" : safeName(node.tagName));
  for (const name of KEPT) {
    if (node.hasAttribute(name)) {
      made.setAttribute(name, node.getAttribute(name));
    }
  }
  if (node.className && typeof node.className === "string") {
    made.className = node.className;
  }
  if (isImage) {
    made.textContent = `[${node.getAttribute("alt") || "picture"}]`;
  } else {
    made.title = node.tagName === "A" ? (node.getAttribute("href") ?? "") : "";
    copyChildren(node, made, target);
  }
  applyStyle(node, made);
  return made;
}

const safeName = (name) => (/^[a-z][a-z0-9]*$/i.test(name) ? name : "div");

function applyStyle(from, to) {
  to.style.cssText = (from.getAttribute("data-css") ?? "").replace(/\\/g, "").replace(/url\s*\([^)]*\)?/gi, "none");
}
