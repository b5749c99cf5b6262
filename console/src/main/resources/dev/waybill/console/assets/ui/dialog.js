// Dialogs that are awaited: `if (await confirm({...}))`.
import { html, nothing, render } from "../core/lib.js";
import { faultText, toast } from "./toast.js";

/** Opens a modal dialog. `draw(close, redraw)` returns its content; the promise has the value given to `close`. */
export function openDialog(draw, className = "") {
  const dialog = document.createElement("dialog");
  dialog.className = className;
  document.body.append(dialog);
  return new Promise((resolve) => {
    let value;
    const close = (answer) => {
      value = answer;
      dialog.close();
    };
    const redraw = () => render(draw(close, redraw), dialog);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(value);
    });
    closeBeside(dialog);
    redraw();
    dialog.showModal();
  });
}

/** A click beside the dialog closes it, but not the end of a selection that began inside. */
function closeBeside(dialog) {
  let began = null;
  dialog.addEventListener("pointerdown", (event) => (began = event.target));
  dialog.addEventListener("click", (event) => event.target === dialog && began === dialog && dialog.close());
}

/** Asks before something is changed. With `type`, that text must be typed first. */
export function confirm({ title, text, action, danger = false, type = null }) {
  let typed = "";
  return openDialog((close, redraw) => frame(title,
    html`<p>${text}</p>${type === null ? nothing : html`<label class="field"><span>Type <code>${type}</code> to confirm</span>
      <input class="input" autocomplete="off" autofocus @input=${(event) => {
        typed = event.target.value;
        redraw();
      }}></label>`}`,
    html`<button class="button" type="button" @click=${() => close(false)}>Cancel</button>
      <button class="button ${danger ? "danger solid" : "primary"}" ?disabled=${type !== null && typed !== type}>${action}</button>`,
    () => close(true)));
}

/**
 * A form with fields `{name, label, value, kind, hint, options}`. It stays open with what was typed until `send` succeeds,
 * and answers what that returns (true for nothing), or undefined if the reader gave up.
 */
export function ask({ title, text = nothing, fields, action, check = () => null, send, done, wide = false }) {
  let fault = null;
  let busy = false;
  const submit = (close, redraw) => async (event) => {
    const values = Object.fromEntries(new FormData(event.target));
    fault = check(values);
    busy = !fault;
    redraw();
    if (busy) {
      try {
        const answer = await send(values);
        toast(done);
        close(answer || true);
      } catch (failed) {
        fault = faultText(failed);
      }
      busy = false;
      redraw();
    }
  };
  return openDialog((close, redraw) => frame(title,
    html`${text === nothing ? nothing : html`<p>${text}</p>`}${fields.map(field)}${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}`,
    html`<button class="button" type="button" @click=${() => close(undefined)}>Cancel</button>
      <button class="button primary" ?disabled=${busy}>${action}</button>`,
    submit(close, redraw)), wide ? "wide" : "");
}

function frame(title, content, buttons, onSubmit) {
  return html`<form aria-label=${title} @submit=${(event) => {
    event.preventDefault();
    onSubmit(event);
  }}><header role="none"><h2>${title}</h2></header><div class="body">${content}</div><footer role="none">${buttons}</footer></form>`;
}

function field({ name, label, value = "", kind = "text", hint, options }) {
  return html`<div class="field"><label class="field"><span>${label}</span>${control(name, value, kind, options)}</label>
    ${hint ? html`<small class="hint" id=${`hint-${name}`}>${hint}</small>` : nothing}</div>`;
}

function control(name, value, kind, options) {
  if (kind === "choice") {
    return html`<select class="input" name=${name} aria-describedby=${`hint-${name}`}>${options.map(
      ([option, text]) => html`<option value=${option} ?selected=${option === value}>${text}</option>`,
    )}</select>`;
  }
  return kind === "long"
    ? html`<textarea class="input" name=${name} rows="12" spellcheck="false" aria-describedby=${`hint-${name}`} .value=${value}></textarea>`
    : html`<input class="input" name=${name} type=${kind} .value=${value} autocomplete="off" aria-describedby=${`hint-${name}`}>`;
}
