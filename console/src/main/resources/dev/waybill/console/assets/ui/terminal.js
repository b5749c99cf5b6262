// The output of a job like a terminal: live, with colors, search and download. It appends lines to the page itself,
// because drawing ten thousand lines again for each new one would be slow.
import { html, ref } from "../core/lib.js";
import { plural } from "../core/format.js";
import { ansiParts, overwritten, plainText } from "./ansi.js";
import { icon } from "./icons.js";
import { download } from "./save.js";

const MOST_LINES = 10_000;

export class Terminal {
  #host = null;
  #lines = [];
  #open = { stdout: "", stderr: "" };
  #styles = { stdout: undefined, stderr: undefined };
  #dropped = 0;
  #follow = true;
  #query = "";
  #hits = [];
  #hit = -1;

  constructor(name, update) {
    this.name = name;
    this.update = update;
  }

  get isEmpty() {
    return this.#lines.length === 0 && !this.#open.stdout && !this.#open.stderr;
  }

  /** Adds output. A line is shown when it is complete; `end` completes the last one. */
  write(text, stream = "stdout") {
    const pieces = (this.#open[stream] + text).split("\n");
    this.#open[stream] = pieces.pop();
    pieces.forEach((piece) => this.#add(piece, stream));
    this.update();
  }

  note(text) {
    this.#add(text, "note");
    this.update();
  }

  end() {
    for (const stream of ["stdout", "stderr"]) {
      if (this.#open[stream]) {
        this.#add(this.#open[stream], stream);
        this.#open[stream] = "";
      }
    }
    this.update();
  }

  #add(line, stream) {
    this.#lines.push({ line, stream });
    this.#host?.append(this.#element(line, stream));
    if (this.#lines.length > MOST_LINES) {
      this.#lines.shift();
      this.#dropped++;
      this.#host?.firstElementChild?.remove();
    }
    if (this.#host && this.#follow) {
      this.#host.scrollTop = this.#host.scrollHeight;
    }
  }

  #element(line, stream) {
    const element = document.createElement("div");
    element.className = stream === "stderr" ? "err" : stream === "note" ? "note-line" : "";
    const { parts, style } = ansiParts(overwritten(line), this.#styles[stream]);
    this.#styles[stream] = style;
    for (const { text, classes } of parts) {
      const piece = document.createElement("span");
      piece.className = classes;
      piece.textContent = text;
      element.append(piece);
    }
    if (parts.length === 0) {
      element.append("\u200b"); // An empty line keeps its height.
    }
    return element;
  }

  #attach(host) {
    if (!host || host === this.#host) {
      return;
    }
    this.#host = host;
    this.#styles = { stdout: undefined, stderr: undefined };
    host.replaceChildren(...this.#lines.map(({ line, stream }) => this.#element(line, stream)));
    host.scrollTop = host.scrollHeight;
  }

  #search(query) {
    this.#query = query;
    this.#host.querySelectorAll("mark").forEach((mark) => mark.replaceWith(...mark.childNodes));
    this.#host.normalize();
    this.#hits = query ? [...this.#host.children].flatMap((line) => markIn(line, query.toLowerCase())) : [];
    this.#hit = -1;
    this.#step(1);
  }

  #step(by) {
    if (this.#hits.length > 0) {
      this.#hits[this.#hit]?.classList.remove("here");
      this.#hit = (this.#hit + by + this.#hits.length) % this.#hits.length;
      this.#hits[this.#hit].classList.add("here");
      this.#hits[this.#hit].scrollIntoView({ block: "center" });
      this.#follow = false;
    }
    this.update();
  }

  #download() {
    download(`${this.name}.log`, `${this.#lines.map(({ line }) => plainText(line)).join("\n")}\n`, "text/plain");
  }

  view() {
    const found = this.#query ? (this.#hits.length ? `${this.#hit + 1} of ${this.#hits.length}` : "none") : "";
    return html`<section class="card"><header><h2>Output</h2><span class="hint">${plural(this.#lines.length, "line")}${this.#dropped ? `, ${this.#dropped} older ones left out` : ""}</span>
      <span class="grow"></span><input class="input small-input" type="search" aria-label="Search in output" placeholder="Search in output"
        @input=${(event) => this.#search(event.target.value)} @keydown=${(event) => event.key === "Enter" && this.#step(event.shiftKey ? -1 : 1)}>
      <span class="hint" role="status">${found}</span>
      <button class="button small" aria-pressed=${this.#follow} @click=${() => this.#setFollow()}>Follow</button>
      <button class="button small" @click=${() => this.#download()}>${icon("download", 13)} Download</button></header>
      <div class="terminal"><div class="terminal-lines" tabindex="0" role="log" aria-label="Output of the job" ${ref((host) => this.#attach(host))}></div></div></section>`;
  }

  #setFollow() {
    this.#follow = !this.#follow;
    if (this.#follow) {
      this.#host.scrollTop = this.#host.scrollHeight;
    }
    this.update();
  }
}

/** Puts a mark around each occurrence in a line and returns the marks. */
function markIn(line, query) {
  const marks = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    texts.push(walker.currentNode);
  }
  for (let text of texts) {
    let at = text.data.toLowerCase().indexOf(query);
    while (at >= 0) {
      const hit = text.splitText(at);
      text = hit.splitText(query.length);
      const mark = document.createElement("mark");
      hit.replaceWith(mark);
      mark.append(hit);
      marks.push(mark);
      at = text.data.toLowerCase().indexOf(query);
    }
  }
  return marks;
}
