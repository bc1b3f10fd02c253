import { guardedFetch } from "../outgoing/guarded-fetch.ts";

/** The library's way out is the guarded one of ours, whose check and connection cannot fall apart (decisions 30). */
export function outgoingFetch(privateAddresses: readonly string[]): typeof fetch {
  const guarded = guardedFetch(privateAddresses);
  return async (input, { method = "GET", headers, body, signal } = {}) =>
    guarded(String(input), { method, headers: Object.fromEntries(new Headers(headers)), body, signal });
}
