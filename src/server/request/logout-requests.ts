import { hour } from "../../shared/durations.ts";
import type { Services } from "../services.ts";
import { issueTicket, peekTicket } from "../store/tickets.ts";

/** Data of a ticket of the kind `logout`: a sign-out, as an application asked for it (RP-Initiated Logout) or nobody. */
export interface LogoutRequest {
  clientId: string | null;
  /** Registered address to go back to; null without a valid hint. */
  postLogoutRedirectUri: string | null;
  /** The application's own, to go back with. */
  state: string | null;
  /** The application proved that it means this session (its hash), so that nobody is asked. */
  trustedFor: string | null;
  /** The provider that the person may leave too, sealed; null: none, or asked already. */
  upstream: string | null;
}

/** How long these live, and one that was sent to a provider's own sign-out; milliseconds. */
export const logoutLife = hour;

/** Keeps a sign-out and gives its identifier; `browserHash` null: any browser may go on with it. */
export async function saveLogoutRequest(
  { store, now }: Services,
  data: LogoutRequest,
  browserHash: string | null,
): Promise<string> {
  return issueTicket(store.db, "logout", { data, browserHash, life: logoutLife }, now());
}

/** The sign-out of an identifier, as long as it is kept; another browser's is none. */
export async function findLogoutRequest(
  services: Services,
  logoutId: string,
  browserHash: string,
): Promise<LogoutRequest | undefined> {
  return peekTicket(services.store.db, "logout", logoutId, { browserHash, now: services.now() });
}
