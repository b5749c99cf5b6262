// API keys of the tenant: create, show once, revoke.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { plural, time } from "../core/format.js";
import { session } from "../core/session.js";
import { confirm, openDialog } from "../ui/dialog.js";
import { badge, copyButton, empty, loaded, pageHead, pager } from "../ui/parts.js";
import { act, faultText } from "../ui/toast.js";

const SCOPES = [["produce", "Enqueue, publish, send"], ["work", "Lease and settle jobs"], ["read", "See everything"], ["operate", "Pause, redrive, delete"], ["admin", "API keys and audit log"]];

export default function (page) {
  const keys = page.resource((signal) => api.get("/v1/keys", { cursor: page.query.get("cursor") }, signal));
  const isOpen = session.value.mode === "open";
  return {
    title: "API keys",
    view: () => html`${pageHead("API keys", { actions: isOpen ? nothing : html`<button class="button primary" @click=${() => create(page)}>New key…</button>` })}
      ${isOpen ? html`<p class="note stack" data-tone="warn">This server is open: everybody on this machine may do everything. Stop it and create the first key on its data directory; it then asks for keys.</p><br>` : nothing}
      <section class="card">${loaded(keys, (data) => list(page, data), 5)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("No keys yet", "With the first key, every call needs one.", "waybill keys create --scopes admin,operate,read --label first");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Label</th><th scope="col">State</th><th scope="col">Scopes</th><th scope="col" class="hide-s">Created</th>
    <th scope="col" class="hide-s">Expires</th><th scope="col"><span class="sr">Actions</span></th></tr></thead><tbody>${data.items.map((key) => row(page, key))}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "key"))}`;
}

function row(page, key) {
  const state = key.revoked_at ? "revoked" : key.expires_at && new Date(key.expires_at) < new Date() ? "expired" : "valid";
  return html`<tr><td>${key.label}<div class="sub"><code>${key.id} …${key.last_four}</code></div></td><td>${badge(state)}</td>
    <td><span class="chips">${key.scopes.map((scope) => html`<span class="tag">${scope}</span>`)}</span></td><td class="hide-s">${time(key.created_at)}</td>
    <td class="hide-s">${key.expires_at ? time(key.expires_at) : "never"}</td>
    <td class="shrink">${state === "valid" ? html`<button class="button small danger" aria-label=${`Revoke ${key.label}`} @click=${() => revoke(page, key)}>Revoke…</button>` : nothing}</td></tr>`;
}

async function revoke(page, key) {
  if (await confirm({ title: `Revoke ${key.label}?`, text: "Programs and sessions that use it are refused at once. This cannot be undone.", action: "Revoke key", danger: true })) {
    await act(() => api.post(path`/v1/keys/${key.id}/revoke`), "The key is revoked.");
    page.reload();
  }
}

async function create(page) {
  let made = null;
  let fault = null;
  const submit = (redraw) => async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      made = await api.post("/v1/keys", { label: form.get("label"), scopes: form.getAll("scope") });
    } catch (refused) {
      fault = faultText(refused);
    }
    redraw();
  };
  await openDialog((close, redraw) => (made ? shown(made, close) : form(submit(redraw), close, fault)));
  page.reload();
}

function form(submit, close, fault) {
  return html`<form aria-label="New key" @submit=${submit}><header role="none"><h2>New key</h2></header><div class="body">
    <label class="field"><span>Label</span><input class="input" name="label" required autocomplete="off" placeholder="web shop"></label>
    <fieldset><legend>Scopes</legend>${SCOPES.map(([scope, text]) => html`<label class="row"><input type="checkbox" name="scope" value=${scope} ?checked=${scope === "read"}> <strong>${scope}</strong> <span class="hint">${text}</span></label>`)}</fieldset>${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}</div>
    <footer role="none"><button class="button" type="button" @click=${() => close()}>Cancel</button><button class="button primary">Create key</button></footer></form>`;
}

function shown(made, close) {
  return html`<header role="none"><h2>Copy the key now</h2></header><div class="body"><p>It is not shown again.</p><div class="command"><code>${made.text}</code>${copyButton(made.text, "Copy key")}</div></div>
    <footer role="none"><button class="button primary" @click=${() => close()}>Done</button></footer>`;
}
