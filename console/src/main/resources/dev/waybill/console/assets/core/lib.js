// The one place that names the library: templates are text with HTML syntax, and every value in them is escaped.
export { html, svg, nothing, render } from "../lit/lit-html.js";
export { live } from "../lit/directives/live.js";
export { ref } from "../lit/directives/ref.js";
export { repeat } from "../lit/directives/repeat.js";
