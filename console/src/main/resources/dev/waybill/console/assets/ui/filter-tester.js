// Says which queues would get an event, and why the others would not: a dry run.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { parseExact } from "../core/exact.js";
import { can } from "../core/session.js";
import { badge } from "./parts.js";
import { act } from "./toast.js";

const EXAMPLE = { body: '{\n  "order": 7\n}', attributes: '{\n  "country": "pt"\n}' };

export class FilterTester {
  verdicts = null;
  fault = null;

  constructor(topic, page) {
    this.topic = topic;
    this.page = page;
  }

  view() {
    return html`<section class="card"><header><h2>Try an event</h2><span class="hint">Nothing is published by a test</span></header>
      <form class="body stack tight" @submit=${(event) => this.#submit(event)}>
        <label class="field"><span>Type</span><input class="input" name="type" value="order.paid" autocomplete="off"></label>
        <div class="two"><label class="field"><span>Body (JSON)</span><textarea class="input" name="body" rows="5" spellcheck="false" .value=${EXAMPLE.body}></textarea></label>
          <label class="field"><span>Attributes (JSON)</span><textarea class="input" name="attributes" rows="5" spellcheck="false" .value=${EXAMPLE.attributes}></textarea></label></div>
        ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
        <div class="row"><button class="button primary" name="do" value="test">Test</button>
          ${can("produce") ? html`<button class="button" name="do" value="publish">Publish</button>` : nothing}</div></form>
      <div role="status">${this.verdicts ? this.#result() : nothing}</div></section>`;
  }

  #result() {
    return html`<ul class="attempts">${this.verdicts.map((one) => html`<li><div class="row wrap">${badge(one.matches ? "ready" : "unknown", one.matches ? "matches" : "no match")}
      <strong>${one.subscription}</strong><span class="muted">→ ${one.queue}</span></div>
      ${(one.reasons ?? []).map((reason) => html`<p class="hint break">${reason}</p>`)}</li>`)}
      ${this.verdicts.length === 0 ? html`<li class="muted">This topic has no subscriptions: no queue would get the event.</li>` : nothing}</ul>`;
  }

  async #submit(event) {
    event.preventDefault();
    const publishes = event.submitter?.value === "publish";
    const asked = this.#read(new FormData(event.target));
    if (asked && publishes) {
      const sent = await act(() => api.post(path`/v1/topics/${this.topic}/events/batch`, { events: [asked] }));
      this.#published(sent?.results?.[0] ?? sent?.items?.[0] ?? sent);
    } else if (asked) {
      const answer = await act(() => api.post(path`/v1/topics/${this.topic}/dry-run`, asked));
      this.verdicts = answer?.verdicts ?? this.verdicts;
    }
    this.page.update();
  }

  #published(result) {
    if (result) {
      this.verdicts = (result.deliveries ?? []).map((one) => ({ ...one, matches: true, reasons: [`job ${one.job_id}`] }));
      this.fault = result.error?.detail ?? null;
    }
  }

  #read(form) {
    try {
      this.fault = null;
      return { type: form.get("type") || undefined, body: parseExact(form.get("body")), attributes: parseExact(form.get("attributes") || "{}") };
    } catch (malformed) {
      this.fault = `Not JSON: ${malformed.message}`;
      return null;
    }
  }
}
