// Short messages about what was done. A failure stays until it is closed.
import { html, render, repeat } from "../core/lib.js";
import { icon } from "./icons.js";

const SHOWN = 4000;
let shown = [];
let last = 0;

export function toast(text, tone = "good") {
  const one = { id: ++last, text, tone };
  shown = [...shown.slice(-3), one];
  draw();
  if (tone === "good") {
    setTimeout(() => remove(one), SHOWN);
  }
}

function remove(one) {
  shown = shown.filter((other) => other !== one);
  draw();
}

function draw() {
  let host = document.querySelector(".toasts");
  if (!host) {
    host = document.createElement("div");
    host.className = "toasts";
    host.setAttribute("role", "status");
    host.setAttribute("aria-live", "polite");
    document.body.append(host);
  }
  render(repeat(shown, (one) => one.id, (one) => html`<div class="toast" data-tone=${one.tone}><span class="grow break">${one.text}</span>
    <button class="button ghost small icon" aria-label="Close" @click=${() => remove(one)}>${icon("close", 14)}</button></div>`), host);
}

/** A refusal in words, with the places that it names. */
export function faultText(failed) {
  const places = (failed.errors ?? []).map((one) => `${one.pointer}: ${one.message}`).join("; ");
  return places ? `${failed.message} (${places})` : failed.message;
}

/** Runs a change and says how it ended. Returns its answer, or undefined if it failed. */
export async function act(work, done) {
  try {
    const answer = await work();
    if (done) {
      toast(typeof done === "function" ? done(answer) : done);
    }
    return answer;
  } catch (failed) {
    toast(faultText(failed), "bad");
    return undefined;
  }
}
