import type { CallContext, Handlers } from "../call.ts";
import type { LogoutRequest } from "../oidc/tickets.ts";
import { peekTicket } from "../store/tickets.ts";
import { clientView } from "./client-view.ts";
import { leaveSession } from "./journey.ts";
import { issueState } from "./state.ts";

/** Whether to ask before signing out, and where to go afterwards. Serves the logged-out page too. */
export const logoutView: Handlers["LogoutView"] = async (context, { query }) => {
  const request = await logoutRequest(context, query.logoutId);
  const signedIn = context.visitor.session !== null;
  const client = request?.clientId ? context.services.config().clients[request.clientId] : undefined;
  return {
    logoutId: request === undefined ? null : (query.logoutId ?? null),
    prompt: signedIn && request?.trusted !== true,
    signedIn,
    client: clientView(client),
    upstream: null,
    postLogoutRedirectUri: request?.postLogoutRedirectUri ?? null,
    reason: "signedOut",
  };
};

/** Ends the session here and at the applications. Signed out already is signed out as well. */
export const logout: Handlers["Logout"] = async (context, { body }) => {
  const request = await logoutRequest(context, body.logoutId);
  await leaveSession(context);
  return {
    outcome: "signedOut",
    logoutId: request === undefined ? null : (body.logoutId ?? null),
    state: await issueState(context),
  };
};

async function logoutRequest(
  { services, visitor }: CallContext,
  logoutId: string | undefined,
): Promise<LogoutRequest | undefined> {
  if (logoutId === undefined) return undefined;
  const holder = { browserHash: visitor.browserHash, now: services.now() };
  return peekTicket<LogoutRequest>(services.store.db, "logout", logoutId, holder);
}
