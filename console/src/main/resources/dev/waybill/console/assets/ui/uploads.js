// Uploads by drag and drop: bytes first, then the stages of each document as its job reports them.
import { html, live, nothing } from "../core/lib.js";
import { api, callHeaders, path } from "../core/api.js";
import { Stream } from "../core/stream.js";
import { bytes } from "../core/format.js";
import { icon } from "./icons.js";
import { badge } from "./parts.js";
import { toast } from "./toast.js";

export class Uploads {
  #files = [];
  #over = false;
  #session = "default";

  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
  }

  view(session) {
    this.#session = session ?? this.#session;
    return html`<div class="drop" data-over=${this.#over} @dragover=${(event) => this.#drag(event, true)} @dragleave=${(event) => this.#drag(event, false)} @drop=${(event) => this.#drop(event)}>
        ${icon("upload", 22)}<p>Drop files here, or <label class="button small">choose files<input class="sr" type="file" multiple @change=${(event) => this.#send([...event.target.files])}></label></p>
        <label class="row hint">Session <input class="input small-input" aria-label="Session" .value=${live(this.#session)} @input=${(event) => (this.#session = event.target.value.trim())}></label></div>
      ${this.#files.length === 0 ? nothing : html`<section class="card"><ul class="attempts">${this.#files.map(fileView)}</ul></section>`}`;
  }

  #drag(event, isOver) {
    event.preventDefault();
    this.#over = isOver;
    this.page.update();
  }

  #drop(event) {
    this.#drag(event, false);
    this.#send([...event.dataTransfer.files]);
  }

  /** Fetch cannot report how much of a body was sent; XMLHttpRequest can. */
  #send(files) {
    if (files.length === 0) {
      return;
    }
    const upload = files.map((file) => ({ name: file.name, size: file.size, sent: 0, stage: "uploading", share: 0 }));
    this.#files = [...upload, ...this.#files].slice(0, 50);
    const form = new FormData();
    files.forEach((file) => form.append("files", file));
    const request = new XMLHttpRequest();
    request.open("POST", path`/v1/sessions/${this.#session || "default"}/documents`);
    Object.entries(callHeaders("POST")).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = (event) => this.#each(upload, (file) => (file.share = event.loaded / event.total));
    request.onload = () => this.#answered(request, upload);
    request.onerror = () => this.#failed(upload, "The server does not answer.");
    request.send(form);
    this.page.update();
  }

  #answered(request, upload) {
    const answer = parsed(request.responseText);
    if (request.status >= 300 || !answer.documents) {
      this.#failed(upload, answer.detail ?? `The server answered ${request.status}.`);
      return;
    }
    answer.documents.forEach((document, i) => Object.assign(upload[i], { id: document.document_id, stage: "waiting", share: null }));
    this.#follow(answer.job_id, upload);
    this.changed();
  }

  #follow(job, upload) {
    const take = (text) => {
      const { type, data } = JSON.parse(text);
      const file = type === "document.progress" && upload.find((one) => one.id === data.document_id);
      if (file) {
        Object.assign(file, { stage: data.stage, share: data.total ? data.done / data.total : null });
        this.page.update();
      }
    };
    const end = () => {
      stream.close();
      this.#settle(upload);
    };
    const stream = new Stream(path`/v1/jobs/${job}/events`, { event: take, end });
    stream.open();
    this.page.onClose(() => stream.close());
  }

  /** A job ends well also if some of its files are broken, so each document is asked. */
  async #settle(upload) {
    await Promise.all(upload.filter((file) => file.id).map(async (file) => {
      try {
        const { state, failure } = await api.get(path`/v1/documents/${file.id}`);
        Object.assign(file, { stage: state, share: null, fault: failure?.message });
      } catch (failed) {
        Object.assign(file, { stage: "unknown", share: null, fault: failed.message });
      }
    }));
    this.page.update();
    this.changed();
  }

  #failed(upload, text) {
    this.#each(upload, (file) => Object.assign(file, { stage: "failed", share: null }));
    toast(text, "bad");
  }

  #each(upload, change) {
    upload.forEach(change);
    this.page.update();
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (malformed) {
    return {};
  }
}

function fileView(file) {
  return html`<li><div class="row"><strong class="clip">${file.name}</strong><span class="muted">${bytes(file.size)}</span><span class="grow"></span>${badge(file.stage)}</div>
    ${file.fault ? html`<p class="fault break">${file.fault}</p>` : nothing}
    ${file.share === null || file.stage === "ready" ? nothing : html`<progress aria-label=${`${file.stage} ${file.name}`} max="1" value=${file.share}></progress>`}</li>`;
}
