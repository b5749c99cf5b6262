// Bulk changes: those that run, and the last that ended.
import { html, nothing } from "../core/lib.js";
import { api, path } from "../core/api.js";
import { number } from "../core/format.js";
import { can } from "../core/session.js";
import { badge, empty, loaded, pageHead } from "../ui/parts.js";
import { act } from "../ui/toast.js";

const STATES = { running: "running", finished: "done", cancelled: "cancelled", failed: "failed" };

export default function (page) {
  const operations = page.resource((signal) => api.get("/v1/operations", {}, signal));
  page.every(3000, () => operations.data?.items.some((one) => one.state === "running") && operations.load());
  return {
    title: "Operations",
    view: () => html`${pageHead("Operations", { beside: html`<span class="hint">Changes of all jobs that match a filter</span>` })}
      <section class="card">${loaded(operations, (data) => list(page, data), 5)}</section>`,
  };
}

function list(page, data) {
  if (data.items.length === 0) {
    return empty("No operations yet", "Filter jobs, then choose “Change all that match”, or use the command line.", "waybill redrive --all --queue mails");
  }
  return html`<div class="table-wrap"><table><thead><tr><th scope="col">Action</th><th scope="col">State</th><th scope="col">Progress</th><th scope="col" class="hide-s">Filter</th>
    <th scope="col"><span class="sr">Actions</span></th></tr></thead><tbody>${data.items.map((one) => row(page, one))}</tbody></table></div>`;
}

function row(page, one) {
  const done = one.changed + one.skipped;
  return html`<tr><td><strong>${one.action}</strong><div class="sub"><code>${one.id}</code></div></td><td>${badge(STATES[one.state] ?? one.state, one.state)}</td>
    <td><progress aria-label=${`Progress of ${one.action}`} max=${Math.max(one.total ?? done, 1)} value=${done}></progress>
      <div class="sub">${number(one.changed)} changed, ${number(one.skipped)} skipped${one.total === undefined ? "" : ` of ${number(one.total)}`}</div></td>
    <td class="hide-s"><code class="break">${JSON.stringify(one.filter)}</code></td>
    <td class="shrink">${one.state === "running" && can("operate") ? html`<button class="button small danger" @click=${async () => {
      await act(() => api.post(path`/v1/operations/${one.id}/cancel`), "The operation stops.");
      page.reload();
    }}>Stop</button>` : nothing}</td></tr>`;
}
