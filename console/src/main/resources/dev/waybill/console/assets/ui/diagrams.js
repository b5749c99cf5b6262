// Diagrams of the documents of a session.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { time } from "../core/format.js";
import { go, href } from "../core/router.js";
import { can } from "../core/session.js";
import { badge, card, empty, loaded } from "./parts.js";
import { act } from "./toast.js";

export function diagrams(page, session, drawn) {
  if (!session) {
    return html`<section class="card">${empty("Choose a session", "A diagram shows the documents of one session. Open one of its files, or add ?session= to the address.", "waybill documents diagram --session s1")}</section>`;
  }
  const create = (kind) => async () => {
    const made = await act(() => api.post(path`/v1/sessions/${session}/diagrams`, { kind }), "The diagram is being drawn.");
    if (made) {
      go(href("diagrams", made.diagram_id));
    }
  };
  const buttons = can("produce") ? html`<span class="grow"></span><button class="button small" @click=${create("outline")}>Draw outline</button><button class="button small" @click=${create("terms")}>Draw terms</button>` : nothing;
  return card(`Diagrams of ${session}`, loaded(drawn, (data) => (!data?.items.length
    ? empty("No diagrams yet", "An outline is a mind map of headings; terms is a graph of key terms.")
    : html`<ul class="attempts">${data.items.map((one) => html`<li class="row"><a href=${href("diagrams", one.diagram_id)}>${one.kind}</a>${badge(one.state)}<span class="muted">${time(one.created_at)}</span></li>`)}</ul>`), 3), buttons);
}
