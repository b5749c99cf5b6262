// Who is signed in, and what that caller may do.
import { signal } from "./signal.js";

export const session = signal(null);

/** Whether two sessions are of one caller with the same rights. */
export function isSameCaller(one, other) {
  const rights = (session) => JSON.stringify([session?.mode, session?.tenant, session?.name, session?.label, session?.scopes]);
  return rights(one) === rights(other);
}

/** Whether the caller has a scope. No scope includes another one; an open server grants all. */
export function can(scope) {
  return (session.value?.scopes ?? []).includes(scope);
}

export async function loadSession() {
  const answer = await fetch("/v1/session", { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    throw new Error(`the server answered ${answer.status} to /v1/session`);
  }
  session.set(await answer.json());
}

export async function signIn(key) {
  const answer = await fetch("/v1/session", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ api_key: key }),
  });
  const document = await answer.json();
  if (!answer.ok) {
    throw new Error(document.detail ?? "The server refused the key.");
  }
  session.set(document);
}

export async function signOut() {
  const token = session.value?.csrf_token;
  await fetch("/v1/session", { method: "DELETE", headers: token ? { "X-Waybill-CSRF": token } : {} });
  await loadSession();
}
