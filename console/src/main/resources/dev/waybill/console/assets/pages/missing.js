// An address without a page.
import { html } from "../core/lib.js";
import { href } from "../core/router.js";
import { empty, pageHead } from "../ui/parts.js";

export default function () {
  return { title: "Not found", view: () => html`${pageHead("Not found")}<section class="card">${empty("There is no such page", "The address may be mistyped. Ctrl K finds pages and IDs.")}
    <p class="empty"><a class="button" href=${href("")}>Go to the overview</a></p></section>` };
}
