// Starts the console: session, router, live figures; then draws the page of the current address.
import { html, render } from "./core/lib.js";
import { match, startRouter } from "./core/router.js";
import { isSameCaller, loadSession, session } from "./core/session.js";
import { lost, noAnswer, onRecovery } from "./core/connection.js";
import { overview, startLive, streaming } from "./core/live.js";
import { Page } from "./core/page.js";
import { setMenu, shell } from "./ui/shell.js";
import { startPalette } from "./ui/palette.js";
import { problem, skeleton } from "./ui/parts.js";
import { signInView } from "./ui/sign-in.js";
import { onSystemTheme } from "./ui/theme.js";

const host = document.getElementById("app");
let current = { key: null, page: null, view: () => skeleton(), queryChanged: () => {} };
let caller = null;
let pending = false;

/** Draws once per frame, however often it is asked for. */
function update() {
  if (!pending) {
    pending = true;
    queueMicrotask(() => {
      pending = false;
      draw();
    });
  }
}

function draw() {
  if (session.value === null) {
    render(lost.value ? html`<div class="sign-in"><p>The server does not answer. The console connects again by itself.</p></div>` : "", host);
    return;
  }
  render(session.value.mode === "none" ? signInView(update) : shell(current.view(), update), host);
}

async function navigate() {
  if (!caller || caller.mode === "none") {
    return;
  }
  const { module, params } = match(location.pathname);
  const key = `${module} ${JSON.stringify(params)}`;
  if (key === current.key) {
    current.queryChanged();
    update();
    return;
  }
  leave();
  const page = new Page(params, update);
  Object.assign(current, { key, page });
  setMenu(false);
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
  await open(module, page, key);
}

/** Ends the calls of the open page. */
function leave() {
  current.page?.close();
  current = { key: null, page: null, view: () => skeleton(), queryChanged: () => {} };
}

async function open(module, page, key) {
  try {
    const { default: create } = await import(`./pages/${module}.js`);
    if (current.key === key) {
      const made = create(page);
      document.title = `${made.title} · Waybill`;
      Object.assign(current, { view: made.view, queryChanged: made.queryChanged ?? (() => page.reload()) });
    }
  } catch (failed) {
    current.view = () => problem(failed, () => location.reload());
  }
  update();
}

/** A menu closes when something else is clicked. */
function closeOtherMenus(event) {
  document.querySelectorAll("details.menu[open]").forEach((menu) => {
    menu.open = menu.contains(event.target);
  });
}

async function start() {
  try {
    await loadSession();
  } catch (failed) {
    noAnswer();
    update();
  }
}

onRecovery(() => session.value === null && start());
session.watch((now) => {
  if (!isSameCaller(caller, now)) {
    caller = now;
    leave();
    if (now.mode !== "none") {
      navigate();
    }
  }
  update();
});
[lost, overview, streaming].forEach((one) => one.watch(update));
onSystemTheme(update);
document.addEventListener("click", closeOtherMenus);
startRouter(navigate);
startPalette();
startLive();
await start();
