// Whether the server answers. While it does not, a probe asks again with growing pauses, and pages reload
// when it is back.
import { signal } from "./signal.js";

const LONGEST_PAUSE = 8000;

export const lost = signal(false);
const recoveries = new Set();
let pause = 500;

export function onRecovery(action) {
  recoveries.add(action);
  return () => recoveries.delete(action);
}

/** Reports that a call got no answer. */
export function noAnswer() {
  if (!lost.value) {
    lost.set(true);
    pause = 500;
    setTimeout(probe, pause);
  }
}

export async function probe() {
  if (!lost.value) {
    return;
  }
  try {
    const answer = await fetch("/readyz", { cache: "no-store" });
    if (answer.ok) {
      lost.set(false);
      recoveries.forEach((action) => action());
      return;
    }
  } catch (unreachable) {
    // Expected while the server is away: the next probe follows.
  }
  pause = Math.min(pause * 1.6, LONGEST_PAUSE);
  setTimeout(probe, pause);
}
