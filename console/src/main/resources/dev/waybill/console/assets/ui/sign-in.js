// Signing in with an API key, or through the identity provider.
import { html, nothing } from "../core/lib.js";
import { session, signIn } from "../core/session.js";
import { icon } from "./icons.js";

let fault = null;
let busy = false;

export function signInView(update) {
  const ways = session.value.sign_in ?? ["key"];
  return html`<main class="sign-in"><form class="card" @submit=${(event) => submit(event, update)}>
    <div class="brand"><img src=${new URL("../icon.svg", import.meta.url).pathname} alt=""><h1>Sign in to Waybill</h1></div>
    <label class="field"><span>API key</span>
      <input class="input mono" type="password" name="key" autocomplete="current-password" required autofocus placeholder="wbk_…"></label>
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
    <button class="button primary" ?disabled=${busy}>${icon("keys", 15)} Sign in</button>
    ${ways.includes("oidc") ? html`<a class="button" href="/console/oidc/login">Sign in with your organization</a>` : nothing}
    <p class="hint">Create a key where the server runs: <code>waybill keys create --label console --scopes read,operate</code></p></form></main>`;
}

async function submit(event, update) {
  event.preventDefault();
  const key = new FormData(event.target).get("key").trim();
  busy = true;
  update();
  try {
    await signIn(key);
    fault = null;
  } catch (failed) {
    fault = failed.message;
  }
  busy = false;
  update();
}
