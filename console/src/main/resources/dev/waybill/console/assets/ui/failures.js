// Groups of failures: one line per error, with how often and where.
import { html, nothing } from "../core/lib.js";
import { number, time } from "../core/format.js";
import { href } from "../core/router.js";

export function failureList(groups, actions = () => nothing) {
  return html`<ul>${groups.map((group) => html`<li class="failure"><div class="grow">
      <div class="row"><code class="tag">${group.code}</code><a class="clip" href=${groupUrl(group)} title=${group.message}>${group.message}</a></div>
      <div class="hint">${group.queue} · ${group.type} · last ${time(group.last_at, "ago")}</div></div>
    <div class="row"><strong class="num">${number(group.count)}</strong>${actions(group)}</div></li>`)}</ul>`;
}

export function groupUrl(group) {
  return href("jobs", { failure_group: group.group, state: "dead,failed" });
}
