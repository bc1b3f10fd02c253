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
  /** Registered address to go back to, with the application's `state`; null without a valid hint. */
  postLogoutRedirectUri: string | null;
  /** The application proved whose session it means, so that nobody is asked. */
  trusted: boolean;
}

/** How long both kinds live, milliseconds. */
export const ticketLife = 3_600_000;
