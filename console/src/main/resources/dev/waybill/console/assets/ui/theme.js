// Light or dark: as the system says, until somebody chooses.
const KEY = "waybill.theme";

const SYSTEM = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : SYSTEM.matches;
}

/** Calls back when the theme of the system changes. */
export function onSystemTheme(changed) {
  SYSTEM.addEventListener("change", changed);
}

export function toggleTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch (blocked) {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
}
