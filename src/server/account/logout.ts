import type { ClientConfig } from "../../generated/config.ts";
import type { CallContext, Handlers } from "../call.ts";
import { findLogoutRequest, type LogoutRequest } from "../oidc/tickets.ts";
import { clientView } from "./client-view.ts";
import { leaveSession } from "./journey.ts";
import { forgetSignedOutReason, signedOutReason } from "./silent.ts";
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
    postLogoutRedirectUri: request === undefined ? null : addressBack(request, client),
    reason: signedIn ? "signedOut" : signedOutReason(context),
  };
};

/** Ends the session here and at the applications. Signed out already is signed out as well. */
export const logout: Handlers["Logout"] = async (context, { body }) => {
  const request = await logoutRequest(context, body.logoutId);
  await leaveSession(context);
  forgetSignedOutReason(context);
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
  return logoutId === undefined ? undefined : findLogoutRequest(services, logoutId, visitor.browserHash);
}

/** Checked again, because the application's entry may have changed since it asked (security, RD-2). */
function addressBack(
  { postLogoutRedirectUri: address, state }: LogoutRequest,
  client: ClientConfig | undefined,
): string | null {
  if (address === null || !client?.postLogoutRedirectUris?.includes(address)) return null;
  const url = new URL(address);
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
}
