// One stream of the server's overview for all parts of the console, open only while the tab is visible.
import { signal } from "./signal.js";
import { onRecovery } from "./connection.js";
import { isSameCaller, session } from "./session.js";
import { Stream } from "./stream.js";

/** The latest overview document, or null. */
export const overview = signal(null);
export const streaming = signal(false);

const KEPT = 90;
/** The overviews of the last minutes, oldest first, for the small charts beside figures. */
export const recent = [];

const stream = new Stream("/v1/stream/overview", { overview: (data) => receive(JSON.parse(data)) }, (on) => streaming.set(on));
let caller = null;

export function startLive() {
  session.watch(followCaller);
  onRecovery(followCaller);
  followCaller();
}

/** The figures of one tenant must not be seen by the next one who signs in. */
function followCaller() {
  if (!isSameCaller(caller, session.value)) {
    stream.close();
    recent.length = 0;
    overview.set(null);
    caller = session.value;
  }
  if (caller && caller.mode !== "none") {
    stream.open();
  }
}

function receive(document) {
  recent.push(document);
  if (recent.length > KEPT) {
    recent.shift();
  }
  overview.set(document);
}
