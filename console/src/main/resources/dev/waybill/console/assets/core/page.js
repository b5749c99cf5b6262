// What an open page has: the values of its address, data that it loads, and a way to draw itself again.
import { onRecovery } from "./connection.js";
import { setQuery } from "./router.js";

export class Page {
  #closers = [];
  #resources = [];

  constructor(params, update) {
    this.params = params;
    this.update = update;
    this.closed = false;
    this.onClose(onRecovery(() => this.reload()));
  }

  get query() {
    return new URLSearchParams(location.search);
  }

  setQuery(changes, options) {
    setQuery(changes, options);
  }

  /** Data of the server; it is loaded at once, and again by `load()`. */
  resource(fetcher, { lazy = false } = {}) {
    const resource = new Resource(this, fetcher);
    this.#resources.push(resource);
    this.onClose(() => resource.abort());
    if (!lazy) {
      resource.load();
    }
    return resource;
  }

  reload() {
    this.#resources.forEach((resource) => resource.load());
  }

  /** Draws the page, or calls `action`, when a signal changes. */
  watch(signal, action = () => this.update()) {
    this.onClose(signal.watch(action));
  }

  /** Calls `action` every so many milliseconds while the tab is visible. */
  every(milliseconds, action) {
    const timer = setInterval(() => document.visibilityState === "visible" && action(), milliseconds);
    this.onClose(() => clearInterval(timer));
  }

  onClose(action) {
    this.#closers.push(action);
  }

  close() {
    this.closed = true;
    this.#closers.forEach((action) => action());
  }
}

/** The state of one load: `data` stays while a newer one is on its way, and if that fails for the same address. */
class Resource {
  data;
  problem = null;
  loading = false;
  #abort = null;
  #address = null;

  constructor(page, fetcher) {
    this.page = page;
    this.fetcher = fetcher;
  }

  async load() {
    this.abort();
    const own = (this.#abort = new AbortController());
    const address = location.search;
    this.loading = true;
    this.page.update();
    try {
      const data = await this.fetcher(own.signal);
      if (this.#abort === own) {
        this.data = data;
        this.#address = address;
        this.problem = null;
      }
    } catch (failed) {
      if (this.#abort === own && failed.name !== "AbortError") {
        this.problem = failed;
        this.data = this.#address === address ? this.data : undefined;
      }
    }
    if (this.#abort === own) {
      this.loading = false;
      this.page.update();
    }
  }

  /** Drops the data, so that the next load shows a skeleton: for another thing, not for newer data. */
  clear() {
    this.data = undefined;
  }

  abort() {
    this.#abort?.abort();
  }
}
