import type { ClientConfig } from "../../generated/config.ts";
import type { CallContext, Handlers } from "../call.ts";
import { openSignOut } from "../oidc/upstream-sign-out.ts";
import { findLogoutRequest, type LogoutRequest, saveLogoutRequest } from "../request/logout-requests.ts";
import { signOutEverywhere } from "./account-change.ts";
import { clientView } from "./client-view.ts";
import { issueState } from "./issue-state.ts";
import { leaveSession } from "./journey.ts";
import { forgetSignedOutReason, signedOutReason } from "./silent.ts";
import { providerView } from "./vendor/providers-shown.ts";

/** A sign-out that no application asked for. */
const nobodys: LogoutRequest = {
  clientId: null,
  postLogoutRedirectUri: null,
  state: null,
  trustedFor: null,
  upstream: null,
};

/** Where a sign-out stands, whether to ask first, and where to go afterwards. Serves all pages of the sign-out. */
export const logoutView: Handlers["LogoutView"] = async (context, { query }) => {
  const { services, visitor } = context;
  const request = await logoutRequest(context, query.logoutId);
  const client = request?.clientId ? services.config().clients[request.clientId] : undefined;
  const { session } = visitor;
  const upstream = session === null ? openSignOut(services, request?.upstream) : undefined;
  return {
    logoutId: request === undefined ? null : (query.logoutId ?? null),
    stage: session !== null ? "confirm" : upstream !== undefined ? "provider" : "done",
    prompt: session !== null && request?.trustedFor !== session.idHash,
    client: clientView(client),
    upstream: upstream === undefined ? null : providerView(upstream.vendor),
    postLogoutRedirectUri: request === undefined ? null : addressBack(request, client),
    reason: session === null ? signedOutReason(context) : "signedOut",
  };
};

/** Ends the session here, or all of its person's, and at the applications. Signed out already is signed out as well. */
export const logout: Handlers["Logout"] = async (context, { body }) => {
  const { services, visitor } = context;
  const request = await logoutRequest(context, body.logoutId);
  const { session } = visitor;
  const upstream = session?.vendorToken ?? null;
  if (session !== null && body.scope === "everywhere") await signOutEverywhere(context, session);
  await leaveSession(context);
  forgetSignedOutReason(context);
  const state = await issueState(context);
  if (openSignOut(services, upstream) === undefined)
    return { outcome: "signedOut", logoutId: request === undefined ? null : (body.logoutId ?? null), state };
  const asking = { ...(request ?? nobodys), upstream };
  return {
    outcome: "upstream",
    logoutId: await saveLogoutRequest(services, asking, visitor.browserHash),
    state,
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
