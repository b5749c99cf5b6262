// One message: both states, what happened to it, and what it says.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { bytes, time, withTimes } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { confirm } from "../ui/dialog.js";
import { jsonCard } from "../ui/json.js";
import { badge, card, copyButton, kv, loaded, pageHead, tabs, tone } from "../ui/parts.js";
import { previewFrame } from "../ui/preview.js";
import { showReceipt } from "../ui/receipt.js";
import { act } from "../ui/toast.js";
import { titleOf } from "./messages.js";

export default function (page) {
  const { id } = page.params;
  const message = page.resource((signal) => api.get(path`/v1/messages/${id}`, {}, signal));
  const why = page.resource((signal) => api.get(path`/v1/messages/${id}/explain`, {}, signal));
  page.every(5000, () => ["created", "queued", "sending"].includes(message.data?.handoff.state) && page.reload());
  return {
    title: "Message",
    queryChanged: page.update,
    view: () => loaded(message, (data) => html`${head(page, data)}<div class="side"><div class="stack">
      ${why.data ? html`<p class="note" data-tone=${tone(data.handoff.state)}>${withTimes(why.data.explanation)}</p>` : nothing}
      ${content(page, data)}${data.payload === undefined ? nothing : jsonCard("Payload", { value: data.payload })}
      ${card("History", html`<div class="body">${history(data)}</div>`)}</div><div class="stack">${facts(data)}${attempts(data)}</div></div>`, 8),
  };
}

function head(page, data) {
  const change = (verb, done) => async () => {
    await act(() => api.post(path`/v1/messages/${data.message_id}/${verb}`), done);
    page.reload();
  };
  const isWaiting = ["created", "queued"].includes(data.handoff.state);
  return pageHead(titleOf(data), {
    crumb: html`<a class="crumb" href=${href("messages")}>Messages</a><span class="crumb"> / </span>`,
    beside: html`<span class="row wrap"><span class="hint">Handoff</span>${badge(data.handoff.state)}<span class="hint">Provider</span>${badge(data.provider.state)}</span>`,
    actions: can("operate") && !data.erased_at ? html`
      <button class="button" @click=${change("resend", "The message is sent again.")}>Resend</button>
      ${isWaiting ? html`<button class="button" @click=${change("cancel", "The message is canceled.")}>Cancel</button>` : nothing}
      <button class="button danger" @click=${() => erase(page, data)}>Erase…</button>` : nothing,
  });
}

async function erase(page, data) {
  const text = "Recipient, subject, body and attachments are destroyed for good. States and events stay, and you get a signed receipt.";
  if (await confirm({ title: "Erase this message?", text, action: "Erase", danger: true, type: "erase" })) {
    const receipt = await act(() => api.post(path`/v1/messages/${data.message_id}/erase`), "The content is erased.");
    page.reload();
    if (receipt) {
      await showReceipt(receipt);
    }
  }
}

function content(page, data) {
  if (data.erased_at) {
    return card("Content", html`<p class="body muted">The content was erased ${time(data.erased_at)}.</p>`);
  }
  const { html: markup, text } = data.body ?? {};
  const shown = markup && page.query.get("body") !== "text" && page.query.get("body") !== "source" ? "html" : page.query.get("body") === "source" && markup ? "source" : "text";
  const url = (body) => href("messages", data.message_id, { body });
  const views = { html: () => previewFrame(markup), text: () => html`<pre class="code" tabindex="0">${text ?? "This message has no text."}</pre>`, source: () => html`<pre class="code" tabindex="0">${markup}</pre>` };
  return card("Content", html`${markup ? tabs("Body", [["html", "Preview", url("")], ["text", "Text", url("text")], ["source", "Source", url("source")]], shown) : nothing}${views[shown]()}`);
}

function facts(data) {
  const { tags = [], campaign, labels } = data.metadata ?? {};
  return card("Details", html`<div class="body">${kv([
    ["ID", html`<code>${data.message_id}</code>${copyButton(data.message_id, "Copy message ID")}`],
    ["Channel", data.channel],
    ["Recipient", data.recipient ? html`<a href=${href("messages", { recipient: data.recipient })}>${data.recipient}</a>` : null],
    ["Created", time(data.created_at)],
    ["Send at", data.send_at ? time(data.send_at) : null],
    ["Template", data.template?.name],
    ["Campaign", campaign],
    ["Labels", labels && Object.keys(labels).length > 0 ? html`<code>${JSON.stringify(labels)}</code>` : null],
    ["Tags", tags.length > 0 ? html`<span class="chips">${tags.map((tag) => html`<a class="tag" href=${href("messages", { tag })}>${tag}</a>`)}</span>` : null],
    ["Timeline", html`<a href=${href("timeline", { id: data.correlation_id ?? data.message_id })}>${data.correlation_id ?? "of this message"}</a>`],
    ...(data.attachments ?? []).map((file, i) => [`Attachment ${i + 1}`, html`<a download href=${path`/v1/messages/${data.message_id}/attachments/${i + 1}`}>${file.name}</a> ${bytes(file.size)}`]),
  ])}</div>`);
}

function attempts(data) {
  return !data.attempts?.length ? nothing : card("Attempts", html`<ol class="attempts">${[...data.attempts].reverse().map((one) => html`<li><div class="row"><strong>${one.attempt_no}</strong>${badge(one.state)}
    <span class="muted">${one.provider_key ?? ""}</span></div>${one.error ? html`<p class="break">${one.error}</p>` : nothing}${one.started_at ? html`<span class="hint">${time(one.started_at)}</span>` : nothing}</li>`)}</ol>`);
}

function history(data) {
  return html`<ol class="rail">${[...(data.events ?? [])].reverse().map((event) => html`<li data-tone=${eventTone(event.type)}><div class="row wrap"><strong>${event.type.replace(/(?<=[a-z])(?=[A-Z])/g, " ")}</strong>
    <span class="hint">attempt ${event.attempt_no} · ${time(event.at)}</span></div>${details(event)}</li>`)}</ol>`;
}

/** The ID of the attempt is the same in all events of it: it is the title of the line. */
function details(event) {
  const { attempt_id: attempt, ...others } = event.details ?? {};
  const told = Object.entries(others).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`);
  return told.length === 0 ? nothing : html`<div class="hint break" title=${attempt ? `attempt ID: ${attempt}` : ""}>${told.join(" · ")}</div>`;
}

function eventTone(type) {
  return /Failed|Bounced|Dropped|Complaint|Suppressed/.test(type) ? "bad" : /Delivered|Accepted/.test(type) ? "good" : /Deferred|TimedOut|Canceled|Erased/.test(type) ? "warn" : "info";
}
