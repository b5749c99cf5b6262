// The output of a job like a terminal: live, with colors, search and download. It appends lines to the page itself,
// once per frame, because drawing ten thousand lines again for each new one would be slow.
import { html, ref } from "../core/lib.js";
import { plural } from "../core/format.js";
import { ansiParts, overwritten, plainText } from "./ansi.js";
import { icon } from "./icons.js";
import { download } from "./save.js";

const MOST_LINES = 10_000;
const LONGEST_OPEN = 16_384;
const STREAMS = ["stdout", "stderr"];

export class Terminal {
  #host = null;
  #lines = [];
  #undrawn = [];
  #open = { stdout: "", stderr: "" };
  #openElements = [];
  #styles = { stdout: undefined, stderr: undefined };
  #isPlanned = false;
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

  /** Adds output. The last line stays open: more of it may follow, or a carriage return may begin it again. */
  write(text, stream = "stdout") {
    const pieces = (this.#open[stream] + text).split("\n");
    const open = latest(pieces.pop());
    const isTooLong = open.length > LONGEST_OPEN;
    this.#open[stream] = isTooLong ? "" : open;
    [...pieces, ...(isTooLong ? [open] : [])].forEach((piece) => this.#add(piece, stream));
    this.#plan();
  }

  /** Completes lines that are open. */
  end() {
    for (const stream of STREAMS) {
      if (this.#open[stream]) {
        this.#add(this.#open[stream], stream);
        this.#open[stream] = "";
      }
    }
    this.#plan();
  }

  #add(line, stream) {
    const one = { line, stream };
    this.#lines.push(one);
    this.#undrawn.push(one);
    if (this.#lines.length > MOST_LINES) {
      this.#lines.shift();
      this.#dropped++;
    }
    if (this.#undrawn.length > MOST_LINES) {
      this.#undrawn.shift();
    }
  }

  #plan() {
    if (!this.#isPlanned) {
      this.#isPlanned = true;
      requestAnimationFrame(() => {
        this.#isPlanned = false;
        this.#draw();
        this.update();
      });
    }
  }

  #draw() {
    if (!this.#host) {
      return;
    }
    this.#openElements.forEach((element) => element.remove());
    this.#host.append(...this.#undrawn.map(({ line, stream }) => this.#completed(line, stream)));
    this.#undrawn = [];
    while (this.#host.childElementCount > MOST_LINES) {
      this.#host.firstElementChild.remove();
    }
    this.#openElements = STREAMS.filter((stream) => this.#open[stream]).map((stream) => this.#element(this.#open[stream], stream).element);
    this.#host.append(...this.#openElements);
    if (this.#follow) {
      this.#host.scrollTop = this.#host.scrollHeight;
    }
  }

  /** The colors at the end of a line continue on the next one. */
  #completed(line, stream) {
    const { element, style } = this.#element(line, stream);
    this.#styles[stream] = style;
    return element;
  }

  #element(line, stream) {
    const element = document.createElement("div");
    element.className = stream === "stderr" ? "err" : "";
    const { parts, style } = ansiParts(overwritten(line), this.#styles[stream]);
    for (const { text, classes } of parts) {
      const piece = document.createElement("span");
      piece.className = classes;
      piece.textContent = text;
      element.append(piece);
    }
    if (parts.length === 0) {
      element.append("\u200b"); // An empty line keeps its height.
    }
    return { element, style };
  }

  #attach(host) {
    if (!host || host === this.#host) {
      return;
    }
    this.#host = host;
    this.#styles = { stdout: undefined, stderr: undefined };
    host.replaceChildren();
    this.#undrawn = [...this.#lines];
    this.#draw();
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
    const lines = [...this.#lines.map(({ line }) => line), ...STREAMS.map((stream) => this.#open[stream]).filter(Boolean)];
    download(`${this.name}.log`, `${lines.map(plainText).join("\n")}\n`, "text/plain");
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

/** The part of an open line that is not overwritten. A carriage return at its end may belong to a line end. */
function latest(line) {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1);
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
