// Line icons on a grid of 24. They decorate: the text beside them, or a label, says what they mean.
import { html, svg } from "../core/lib.js";

const SHAPES = {
  overview: svg`<path d="M3 13h4l3 6 4-14 3 8h4"/>`,
  jobs: svg`<rect x="4" y="4" width="16" height="5" rx="1.5"/><rect x="4" y="13" width="16" height="5" rx="1.5"/>`,
  queues: svg`<path d="M4 6h16M4 12h16M4 18h10"/>`,
  dead: svg`<path d="M12 3l9.5 17h-19z"/><path d="M12 10v4M12 17.2v.1"/>`,
  workers: svg`<rect x="5" y="8" width="14" height="11" rx="2"/><path d="M12 8V4M9 13v1.5M15 13v1.5"/>`,
  operations: svg`<path d="M4 7h10M4 12h7M4 17h5"/><path d="M15 13l3 3 4-5"/>`,
  topics: svg`<circle cx="5" cy="12" r="2"/><circle cx="19" cy="5" r="2"/><circle cx="19" cy="12" r="2"/><circle cx="19" cy="19" r="2"/><path d="M7 12h10M7 11l10-5M7 13l10 5"/>`,
  schemas: svg`<path d="M9 4c-3 0-2 3-2 5 0 1.500-1 3-3 3 2 0 3 1.500 3 3 0 2-1 5 2 5M15 4c3 0 2 3 2 5 0 1.500 1 3 3 3-2 0-3 1.500-3 3 0 2 1 5-2 5"/>`,
  schedules: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5l3.500 2"/>`,
  messages: svg`<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M4 7l8 6 8-6"/>`,
  documents: svg`<path d="M6 3h8l4 4v14H6z"/><path d="M14 3v4h4M9 12h6M9 16h6"/>`,
  timeline: svg`<circle cx="6" cy="5" r="2"/><circle cx="6" cy="19" r="2"/><path d="M6 7v10M11 5h9M11 12h6M11 19h9"/>`,
  keys: svg`<circle cx="8" cy="15" r="4"/><path d="M11 12l9-9M17 6l3 3"/>`,
  audit: svg`<path d="M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z"/><path d="M9 12l2 2 4-4"/>`,
  search: svg`<circle cx="11" cy="11" r="6.500"/><path d="M16 16l5 5"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>`,
  moon: svg`<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z"/>`,
  copy: svg`<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  play: svg`<path d="M7 4l12 8-12 8z"/>`,
  down: svg`<path d="M6 9l6 6 6-6"/>`,
  download: svg`<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>`,
  upload: svg`<path d="M12 16V5M7 9l5-5 5 5M5 20h14"/>`,
  out: svg`<path d="M9 4H5v16h4M14 8l4 4-4 4M18 12H9"/>`,
};

export function icon(name, size = 16) {
  return html`<svg width=${size} height=${size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${SHAPES[name]}</svg>`;
}
