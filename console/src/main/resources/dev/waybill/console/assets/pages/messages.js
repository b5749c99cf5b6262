// Messages to people: search, both states, and the inbox of the sandbox.
import { html, nothing, repeat } from "../core/lib.js";
import { api } from "../core/api.js";
import { plural, time } from "../core/format.js";
import { href } from "../core/router.js";
import { can } from "../core/session.js";
import { ask } from "../ui/dialog.js";
import { choiceChips, searchForm, setChips } from "../ui/filters.js";
import { badge, empty, loaded, pageHead, pager } from "../ui/parts.js";

const FILTERS = { channel: "Channel", recipient: "Recipient", tag: "Tag", campaign: "Campaign", provider_key: "Provider", provider_msg_id: "Provider ID" };
const REFRESH = 5000;

export default function (page) {
  const query = () => Object.fromEntries(["q", "cursor", ...Object.keys(FILTERS)].map((name) => [name, page.query.get(name)]));
  const messages = page.resource((signal) => api.get("/v1/messages", { ...query(), limit: 50 }, signal));
  page.every(REFRESH, () => !page.query.get("cursor") && !messages.loading && messages.load());
  return {
    title: "Messages",
    view: () => html`${pageHead("Messages", { actions: can("produce") ? html`<button class="button" @click=${() => send(page)}>Send a message…</button>` : nothing })}
      <div class="toolbar">${searchForm(page, { label: "Search messages", placeholder: "Words of subject, body, recipient or tags" })}</div>
      <div class="toolbar">${choiceChips(page, "provider_key", [["", "All"], ["sandbox", "Sandbox inbox"]], "Provider")}${setChips(page, FILTERS)}</div>
      <section class="card" aria-busy=${messages.loading}>${loaded(messages, (data) => list(page, data), 8)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0) {
    return page.query.size === 0
      ? empty("No messages yet", "Without configuration every message goes to the sandbox, which delivers nothing.", "waybill send email ada@example.org \"Lunch is ready\" --subject Hello")
      : empty("No message matches", "Remove a filter, or search for fewer words.");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Message</th><th scope="col">Handoff</th><th scope="col">Provider</th>
    <th scope="col" class="hide-s">Channel</th><th scope="col" class="hide-s">Created</th></tr></thead><tbody>${repeat(data.items, (one) => one.message_id, row)}</tbody></table></div>
    ${pager(page, data.next_cursor, plural(data.items.length, "message"))}`;
}

function row(one) {
  return html`<tr><td><div class="cell-main"><a class="clip" href=${href("messages", one.message_id)}>${titleOf(one)}</a>
    <div class="sub clip">${one.erased_at ? "erased" : (one.recipient ?? one.message_type ?? "")}</div></div></td>
    <td>${badge(one.handoff.state)}</td><td>${badge(one.provider.state)}</td><td class="hide-s">${one.channel}</td><td class="hide-s">${time(one.created_at, "ago")}</td></tr>`;
}

export function titleOf(message) {
  if (message.erased_at) {
    return "Erased message";
  }
  return message.subject ?? message.template?.name ?? message.body?.text?.slice(0, 80) ?? message.message_type ?? message.message_id;
}

async function send(page) {
  const sent = await ask({
    title: "Send a message",
    fields: [
      { name: "channel", label: "Channel", value: "email" },
      { name: "recipient", label: "Recipient", hint: "In the sandbox, bounce@example.org bounces and refuse@example.org is refused." },
      { name: "subject", label: "Subject" },
      { name: "text", label: "Text", kind: "long" },
    ],
    action: "Send",
    check: ({ recipient, text }) => (recipient.trim() && text.trim() ? null : "A message needs a recipient and a text."),
    send: ({ channel, recipient, subject, text }) => api.post("/v1/messages", { channel, recipient, subject: subject || undefined, body: { text } }),
    done: "The message is accepted.",
  });
  if (sent) {
    page.reload();
  }
}

