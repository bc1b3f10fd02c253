import type { Services } from "../services.ts";
import { peekTicket } from "../store/tickets.ts";

/** Data of a ticket of the kind `error`: an answer that could not be sent to the application (decisions 18). */
export interface StoredError {
  /** Key below `errors.` of the texts. */
  code: string;
  clientId: string | null;
  supportCode: string;
  /** For the operator: shown in development only. */
  details: string;
}

/** Data of a ticket of the kind `logout`: an application's end-session request (RP-Initiated Logout). */
export interface LogoutRequest {
  clientId: string | null;
  /** Registered address to go back to; null without a valid hint. */
  postLogoutRedirectUri: string | null;
  /** The application's own, to go back with. */
  state: string | null;
  /** The application proved whose session it means, so that nobody is asked. */
  trusted: boolean;
}

/** How long both kinds live, milliseconds. */
export const ticketLife = 3_600_000;

/** The end-session request of an identifier, as long as it is kept; another browser's is none. */
export async function findLogoutRequest(
  services: Services,
  logoutId: string,
  browserHash: string,
): Promise<LogoutRequest | undefined> {
  return peekTicket(services.store.db, "logout", logoutId, { browserHash, now: services.now() });
}
