// A stream of server-sent events that is open only while the tab is visible: a browser has six connections to a
// server, for all tabs together. It continues after the last event that it got.
import { withQuery } from "./api.js";
import { noAnswer } from "./connection.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

export class Stream {
  #source = null;
  #wanted = false;
  #cursor = null;
  #pause = FIRST_PAUSE;
  #timer = null;
  #visible = () => this.#openOrClose();

  /** `events` are functions by the name of an event; `changed` hears whether the stream is connected. */
  constructor(url, events, changed = () => {}) {
    this.url = url;
    this.events = events;
    this.changed = changed;
  }

  get isOpen() {
    return this.#wanted;
  }

  open() {
    if (!this.#wanted) {
      this.#wanted = true;
      document.addEventListener("visibilitychange", this.#visible);
      this.#openOrClose();
    }
  }

  close() {
    this.#wanted = false;
    document.removeEventListener("visibilitychange", this.#visible);
    this.#disconnect();
  }

  #openOrClose() {
    if (document.visibilityState !== "visible") {
      this.#disconnect();
    } else if (this.#source === null) {
      this.#connect();
    }
  }

  #connect() {
    clearTimeout(this.#timer);
    const source = (this.#source = new EventSource(withQuery(this.url, { cursor: this.#cursor })));
    source.addEventListener("open", () => this.#connected());
    source.addEventListener("error", () => this.#failed());
    for (const [name, action] of Object.entries(this.events)) {
      source.addEventListener(name, (message) => {
        this.#cursor = message.lastEventId || this.#cursor;
        action(message.data);
      });
    }
  }

  #connected() {
    this.#pause = FIRST_PAUSE;
    this.changed(true);
  }

  /** A browser connects again by itself after a broken connection, but not after a refusal. */
  #failed() {
    this.changed(false);
    if (this.#source?.readyState !== EventSource.CLOSED) {
      fetch("/livez", { cache: "no-store" }).catch(noAnswer);
      return;
    }
    this.#disconnect();
    this.#timer = setTimeout(() => this.#wanted && this.#openOrClose(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #disconnect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.changed(false);
  }
}
