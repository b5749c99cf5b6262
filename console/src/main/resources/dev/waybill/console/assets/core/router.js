// Addresses of pages. A page is a module that is loaded when it is first opened.
const BASE = "/console/";

const ROUTES = [
  ["", "overview"],
  ["jobs", "jobs"],
  ["jobs/:id", "job"],
  ["queues", "queues"],
  ["queues/:queue", "queue"],
  ["dead", "dead"],
  ["workers", "workers"],
  ["operations", "operations"],
  ["messages", "messages"],
  ["messages/:id", "message"],
  ["schedules", "schedules"],
  ["schedules/:name", "schedule"],
  ["topics", "topics"],
  ["topics/:topic", "topic"],
  ["schemas", "schemas"],
  ["schemas/:type", "schema"],
  ["documents", "documents"],
  ["documents/:id", "document"],
  ["diagrams/:id", "diagram"],
  ["timeline", "timeline"],
  ["keys", "keys"],
  ["audit", "audit"],
].map(([pattern, module]) => ({ parts: pattern.split("/"), module }));

/** The address of a page: `href("jobs", id)`, with an object as the query at the end. */
export function href(...parts) {
  const query = typeof parts.at(-1) === "object" ? parts.pop() : {};
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const text = search.toString();
  return BASE + parts.map(encodeURIComponent).join("/") + (text ? `?${text}` : "");
}

/** Finds the module and the values of an address. */
export function match(pathname) {
  const rest = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : "";
  const given = rest.replace(/\/+$/, "").split("/");
  for (const route of ROUTES) {
    const params = valuesOf(route.parts, given);
    if (params) {
      return { module: route.module, params };
    }
  }
  return { module: "missing", params: {} };
}

function valuesOf(parts, given) {
  if (parts.length !== given.length) {
    return null;
  }
  const params = {};
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].startsWith(":")) {
      params[parts[i].slice(1)] = decode(given[i]);
    } else if (parts[i] !== given[i]) {
      return null;
    }
  }
  return params;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch (malformed) {
    return text; // An address typed by hand, such as "100%": take it as it is.
  }
}

let changed = () => {};

/** Follows links inside the console without loading it again. */
export function startRouter(onChange) {
  changed = onChange;
  addEventListener("popstate", () => changed());
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const leads = link && !link.target && !link.hasAttribute("download") && !link.hash && link.origin === location.origin;
    if (!leads || !plain) {
      return;
    }
    if (link.pathname.startsWith(BASE) && !link.pathname.startsWith(`${BASE}oidc/`)) {
      event.preventDefault();
      go(link.pathname + link.search);
    }
  });
}

export function go(url) {
  history.pushState(null, "", url);
  changed();
}

/** Changes parts of the query of the current page; null removes one. */
export function setQuery(changes, { replace = false } = {}) {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") {
      search.delete(name);
    } else {
      search.set(name, value);
    }
  }
  const text = search.toString();
  const url = location.pathname + (text ? `?${text}` : "");
  history[replace ? "replaceState" : "pushState"](null, "", url);
  changed();
}
