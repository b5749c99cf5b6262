// The events of one job as they happen. The browser connects again by itself and continues where it was.
import { html, nothing } from "../core/lib.js";
import { path } from "../core/api.js";
import { noAnswer } from "../core/connection.js";
import { Terminal } from "./terminal.js";

const MOST_EVENTS = 200;
const OUTPUT = ["Output", "output", "log"];

export class JobStream {
  events = [];
  progress = null;
  hasOutput = false;

  constructor(id, page, ended) {
    this.page = page;
    this.terminal = new Terminal(`job-${id}`, page.update);
    const source = new EventSource(path`/v1/jobs/${id}/events`);
    source.addEventListener("event", (message) => this.#take(JSON.parse(message.data)));
    source.addEventListener("end", () => {
      source.close();
      this.terminal.end();
      ended();
    });
    source.addEventListener("error", () => source.readyState !== EventSource.CLOSED && fetch("/livez", { cache: "no-store" }).catch(noAnswer));
    page.onClose(() => source.close());
  }

  #take(event) {
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
