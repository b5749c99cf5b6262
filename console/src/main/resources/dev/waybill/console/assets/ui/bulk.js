// Changes of all jobs that match a filter, by the operations of the API: count, confirm, watch.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { number, plural } from "../core/format.js";
import { openDialog } from "./dialog.js";
import { toast } from "./toast.js";

const ALLOWED = {
  redrive: ["dead"],
  retry: ["scheduled", "completed", "failed", "cancelled", "dead"],
  cancel: ["scheduled", "queued", "running"],
};
const ASK_EVERY = 700;
const NAMES = { q: "words" };

/** Opens the dialog of a bulk change for the filter of a list of jobs. */
export async function bulk(action, selected, page) {
  const { state, ...filter } = selected;
  const asked = state ? state.split(",") : ALLOWED[action];
  const states = asked.filter((one) => ALLOWED[action].includes(one));
  if (states.length === 0) {
    toast(`No job in the state ${state} can be changed by ${action}.`, "bad");
    return;
  }
  const run = new BulkRun(action, { ...filter, states });
  await openDialog((close, redraw) => run.view(close, redraw));
  run.closed = true;
  page.reload();
}

class BulkRun {
  matching = null;
  operation = null;
  problem = null;
  rate = "";
  closed = false;

  constructor(action, filter) {
    this.action = action;
    this.filter = filter;
  }

  view(close, redraw) {
    if (this.matching === null && !this.problem) {
      this.#attempt(redraw, async () => {
        this.matching = await api.post("/v1/operations", { action: this.action, filter: this.filter, preview: true });
      });
    }
    return html`<header role="none"><h2>${title(this.action)}</h2></header>
      <div class="body">${this.problem ? html`<p class="fault" role="alert">${this.problem}</p>` : this.operation ? this.#progress() : this.#question()}</div>
      <footer role="none">${this.operation ? this.#running(close, redraw) : this.#asking(close, redraw)}</footer>`;
  }

  #question() {
    return html`<p>${this.matching === null ? "Counting the jobs that match…" : html`<strong>${count(this.matching)}</strong> match now:`}</p>
      <div class="chips">${Object.entries(this.filter).map(([name, value]) => html`<span class="tag">${NAMES[name] ?? name.replaceAll("_", " ")}: ${Array.isArray(value) ? value.join(", ") : value}</span>`)}</div>
      <label class="field"><span>Jobs per second</span><input class="input" type="number" min="1" placeholder="As fast as possible"
        @input=${(event) => (this.rate = event.target.value)}></label>`;
  }

  #asking(close, redraw) {
    const none = this.matching === null || this.matching.matching === 0;
    return html`<button class="button" @click=${() => close()}>Cancel</button>
      <button class="button ${this.action === "cancel" ? "danger solid" : "primary"}" ?disabled=${none} @click=${() => this.#start(redraw)}>
        ${title(this.action)}</button>`;
  }

  #progress() {
    const { state, changed, skipped, total } = this.operation;
    return html`<p><strong>${number(changed)}</strong> of ${total === undefined ? "…" : number(total)} changed${skipped ? `, ${number(skipped)} skipped` : ""} · ${state}</p>
      <progress aria-label="Progress" max=${Math.max(total ?? changed, 1)} value=${changed + skipped}></progress>
      ${this.operation.problem ? html`<p class="fault">${this.operation.problem}</p>` : nothing}
      <p class="hint">The operation runs on the server: it continues when you close this dialog. Operations lists it.</p>`;
  }

  #running(close, redraw) {
    return html`${this.operation.state === "running" ? html`<button class="button danger" @click=${() => this.#attempt(redraw, async () => {
      this.operation = await api.post(path`/v1/operations/${this.operation.id}/cancel`);
    })}>Stop</button>` : nothing}<button class="button primary" @click=${() => close()}>Close</button>`;
  }

  #start(redraw) {
    const rate = Number(this.rate) > 0 ? { rate_per_second: Number(this.rate) } : {};
    this.#attempt(redraw, async () => {
      this.operation = await api.post("/v1/operations", { action: this.action, filter: this.filter, ...rate });
      this.#follow(redraw);
    });
  }

  #follow(redraw) {
    if (this.closed || this.operation.state !== "running") {
      return;
    }
    setTimeout(() => this.#attempt(redraw, async () => {
      this.operation = await api.get(path`/v1/operations/${this.operation.id}`);
      this.#follow(redraw);
    }), ASK_EVERY);
  }

  async #attempt(redraw, work) {
    try {
      await work();
    } catch (failed) {
      this.problem = failed.message;
    }
    if (!this.closed) {
      redraw();
    }
  }
}

const title = (action) => `${action[0].toUpperCase()}${action.slice(1)} all that match`;

function count({ matching, is_lower_bound: isLowerBound }) {
  return `${isLowerBound ? "At least " : ""}${plural(matching, "job")}`;
}
