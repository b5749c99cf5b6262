// Calls of the public HTTP API. The console has no other way to the server.
import { noAnswer } from "./connection.js";
import { exactText, parseExact } from "./exact.js";
import { isSameCaller, loadSession, session } from "./session.js";

/** An answer that is a problem document (RFC 9457), or no answer at all (status 0). */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || `The server answered ${status}.`);
    this.status = status;
    this.code = document.code ?? "unknown";
    this.errors = document.errors ?? [];
    this.traceId = document.trace_id;
  }
}

export function path(parts, ...values) {
  return parts.reduce((text, part, i) => text + encodeURIComponent(values[i - 1]) + part);
}

export function withQuery(url, query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(name, value);
    }
  }
  const text = search.toString();
  return text ? `${url}?${text}` : url;
}

export const api = {
  get: (url, query, signal) => send("GET", withQuery(url, query), { signal }),
  post: (url, body, headers) => send("POST", url, { body, headers }),
  put: (url, body) => send("PUT", url, { body }),
  patch: (url, body) => send("PATCH", url, { body }),
  delete: (url) => send("DELETE", url, {}),
};

/** A body is a value, or JSON as text, which is sent as it is. */
async function send(method, url, { body, signal, headers = {} }, isAgain = false) {
  const answer = await ask(method, url, { body, signal, headers });
  const text = await answer.text();
  const document = text && isJson(answer) ? parseExact(text) : text;
  if (answer.ok) {
    return document;
  }
  if (document.code === "csrf" && !isAgain && (await isSignedInAgain())) {
    return send(method, url, { body, signal, headers }, true);
  }
  if (answer.status === 401) {
    // The session has ended: the shell shows the sign-in form in place of the page.
    session.set({ mode: "none", sign_in: session.value?.sign_in ?? ["key"] });
  }
  throw new Problem(answer.status, typeof document === "object" ? document : { detail: document });
}

/** Another tab has replaced the session. The call is made again only for the same caller. */
async function isSignedInAgain() {
  const before = session.value;
  await loadSession();
  return isSameCaller(before, session.value);
}

async function ask(method, url, { body, signal, headers }) {
  try {
    return await fetch(url, {
      method,
      signal,
      headers: { ...callHeaders(method, body), ...headers },
      body: typeof body === "string" ? body : exactText(body),
    });
  } catch (failed) {
    if (failed.name === "AbortError") {
      throw failed;
    }
    noAnswer();
    throw new Problem(0, { detail: "The server does not answer.", code: "unreachable" });
  }
}

export function callHeaders(method, body) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  const token = session.value?.csrf_token;
  if (token && method !== "GET") {
    headers["X-Waybill-CSRF"] = token;
  }
  return headers;
}

function isJson(answer) {
  return (answer.headers.get("Content-Type") ?? "").includes("json");
}
