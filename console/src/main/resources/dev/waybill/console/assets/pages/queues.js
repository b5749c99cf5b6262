// All queues with their counts, live.
import { html } from "../core/lib.js";
import { api } from "../core/api.js";
import { overview } from "../core/live.js";
import { plural } from "../core/format.js";
import { can } from "../core/session.js";
import { choiceChips, searchForm } from "../ui/filters.js";
import { empty, pageHead, skeleton } from "../ui/parts.js";
import { pauseButton } from "../ui/queue-actions.js";
import { queueTable } from "../ui/queue-table.js";

const VIEWS = {
  paused: (one) => one.paused,
  waiting: (one) => one.waiting > 0,
  dead: (one) => one.dead > 0,
};

export default function (page) {
  const series = page.resource((signal) => api.get("/v1/series", { step: "1m" }, signal));
  page.watch(overview);
  page.every(60_000, () => series.load());
  return {
    title: "Queues",
    queryChanged: page.update,
    view: () => html`${pageHead("Queues")}
      <div class="toolbar">${searchForm(page, { label: "Find a queue", placeholder: "Name of a queue" })}</div>
      <div class="toolbar">${choiceChips(page, "show", [["", "All"], ["waiting", "With waiting jobs"], ["dead", "With dead letters"], ["paused", "Paused"]], "Show")}</div>
      <section class="card">${list(page, series)}</section>`,
  };
}

function list(page, series) {
  if (!overview.value) {
    return skeleton(8);
  }
  const words = (page.query.get("q") ?? "").toLowerCase();
  const view = VIEWS[page.query.get("show")] ?? (() => true);
  const queues = overview.value.queues.filter((one) => view(one) && one.queue.toLowerCase().includes(words));
  if (queues.length === 0) {
    return overview.value.queues.length === 0
      ? empty("No queues yet", "A queue appears with its first job.", "waybill submit --type mail.send --queue mails '{\"to\": \"ada@example.org\"}'")
      : empty("No queue matches", "Remove the filter to see all queues.");
  }
  return html`${queueTable(queues, series.data, { actions: can("operate") ? (one) => pauseButton(one, true) : null })}
    <div class="pager">${plural(queues.length, "queue")}</div>`;
}
