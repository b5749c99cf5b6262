// The events of one job as they happen, of all its attempts.
import { html, nothing } from "../core/lib.js";
import { path } from "../core/api.js";
import { parseExact } from "../core/exact.js";
import { Stream } from "../core/stream.js";
import { Terminal } from "./terminal.js";

const MOST_EVENTS = 200;
const OUTPUT = ["Output", "output", "log"];

export class JobStream {
  events = [];
  progress = null;
  hasOutput = false;
  #stream;

  /** `changed` is called when the job may have changed: an attempt began, or the job ended. */
  constructor(id, page, changed) {
    this.page = page;
    this.changed = changed;
    this.attempt = null;
    this.terminal = new Terminal(`job-${id}`, page.update);
    this.#stream = new Stream(path`/v1/jobs/${id}/events`, { event: (data) => this.#take(parseExact(data)), end: () => this.#end() });
    page.onClose(() => this.#stream.close());
    this.follow();
  }

  /** Follows the job, also when it runs again: the stream continues after the last event. */
  follow() {
    this.#stream.open();
  }

  #end() {
    this.#stream.close();
    this.terminal.end();
    this.changed();
  }

  #take(event) {
    if (event.attempt !== this.attempt) {
      this.attempt = event.attempt;
      this.terminal.end();
      this.changed();
    }
    if (OUTPUT.includes(event.type)) {
      this.hasOutput = true;
      this.terminal.write(textOf(event.data ?? {}), event.data?.stream === "stderr" ? "stderr" : "stdout");
      return;
    }
    if (typeof event.data?.percent === "number" || event.type === "document.progress") {
      this.progress = event.data;
    }
    this.events = [...this.events.slice(-MOST_EVENTS + 1), event];
    this.page.update();
  }

  progressView() {
    if (!this.progress) {
      return nothing;
    }
    const { percent, message, stage, done, total, name } = this.progress;
    const share = percent ?? (total ? (100 * done) / total : null);
    return html`<section class="card"><div class="body stack tight"><div class="row"><strong>${message ?? stage ?? "Progress"}</strong><span class="muted">${name ?? ""}</span>
      <span class="grow"></span>${share === null ? nothing : html`<span>${Math.round(share)} %</span>`}</div>
      ${share === null ? nothing : html`<progress aria-label="Progress of the job" max="100" value=${share}></progress>`}</div></section>`;
  }
}

function textOf(data) {
  if (typeof data.base64 === "string") {
    return new TextDecoder().decode(Uint8Array.from(atob(data.base64), (character) => character.charCodeAt(0)));
  }
  return typeof data === "string" ? data : `${data.text ?? data.message ?? JSON.stringify(data)}`;
}
