// The signed receipt of an erasure, to keep: the server does not show it again.
import { html } from "../core/lib.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { json, pretty } from "./json.js";
import { copyButton } from "./parts.js";
import { download } from "./save.js";

/** Shows a receipt until the reader closes it. */
export function showReceipt(receipt) {
  return openDialog((close) => html`<header role="none"><h2>Receipt of the erasure</h2></header>
    <div class="body"><p>The server signed this receipt and does not show it again. <code>/v1/receipt-keys</code> has the key that verifies it.</p>
      <div class="boxed-code">${json(receipt)}</div></div>
    <footer role="none">${copyButton(pretty(receipt), "Copy receipt")}<span class="grow"></span>
      <button class="button" @click=${() => download("receipt.json", pretty(receipt), "application/json")}>${icon("download", 13)} Download</button>
      <button class="button primary" @click=${() => close()}>Done</button></footer>`, "wide");
}
