// One stream of the server's overview for all parts of the console, open only while the tab is visible.
import { signal } from "./signal.js";
import { noAnswer, onRecovery } from "./connection.js";
import { session } from "./session.js";

/** The latest overview document, or null. */
export const overview = signal(null);
export const streaming = signal(false);

const KEPT = 90;
/** The overviews of the last minutes, oldest first, for the small charts beside figures. */
export const recent = [];

let source = null;

export function startLive() {
  document.addEventListener("visibilitychange", openOrClose);
  session.watch(openOrClose);
  onRecovery(openOrClose);
  openOrClose();
}

function openOrClose() {
  const wanted = document.visibilityState === "visible" && session.value && session.value.mode !== "none";
  if (!wanted) {
    close();
  } else if (source === null) {
    open();
  }
}

function open() {
  source = new EventSource("/v1/stream/overview");
  source.addEventListener("open", () => streaming.set(true));
  source.addEventListener("overview", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("error", failed);
}

function receive(document) {
  recent.push(document);
  if (recent.length > KEPT) {
    recent.shift();
  }
  streaming.set(true);
  overview.set(document);
}

function failed() {
  streaming.set(false);
  if (source.readyState === EventSource.CLOSED) {
    close(); // Refused, not broken: a reload or a new session opens it again.
    return;
  }
  fetch("/livez", { cache: "no-store" }).catch(noAnswer);
}

function close() {
  source?.close();
  source = null;
  streaming.set(false);
}
