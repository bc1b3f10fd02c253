import type { KoaContextWithOIDC } from "oidc-provider";
import { languageParameter } from "../../shared/constants.ts";
import { withReturnUrl } from "../../shared/return-url.ts";
import { type LogoutRequest, saveLogoutRequest } from "../request/logout-requests.ts";
import { startAddress } from "../request/start-address.ts";
import { screenPath } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { providerRequest } from "./provider-request.ts";

/**
 * Answers a valid end-session request (OpenID Connect RP-Initiated Logout): it is stored for this browser and the
 * sign-out page goes on with it. The library's own pages are never shown.
 */
export async function leadToSignOut(services: Services, ctx: KoaContextWithOIDC): Promise<void> {
  const { visitor } = providerRequest(ctx);
  // Where nobody is signed in there is nothing to protect, and perhaps no name of the browser.
  const browserHash = visitor.session === null ? null : visitor.browserHash;
  const request = logoutRequest(ctx);
  const logoutId = await saveLogoutRequest(services, request, browserHash);
  ctx.body = null;
  goToSignOut(services, ctx, { logoutId });
}

/**
 * Leads to the sign-out page, also with a request that is refused: somebody wants to sign out, whatever their application named
 * wrongly. Without what is checked nothing leads back to it then, and the person is asked.
 */
export function goToSignOut(
  services: Services,
  ctx: KoaContextWithOIDC,
  query: Record<string, string> = {},
): void {
  // Who signs in again afterwards goes back to the application.
  const returnUrl = startAddress(services, ctx.oidc.client?.clientId ?? null);
  const languages = ctx.oidc.params?.[languageParameter];
  const wish = typeof languages === "string" && { [languageParameter]: languages };
  ctx.status = 303;
  ctx.redirect(withReturnUrl(screenPath(services, "logout", { ...query, ...wish }), returnUrl));
}

/**
 * The session here that the hint names (its hash): no other of the same person, because a hint stands in addresses, and is good for as
 * long as its key (OpenID Connect RP-Initiated Logout, section 2).
 */
function namedSession({ entities, client, session }: KoaContextWithOIDC["oidc"]): string | null {
  const hint = entities.IdTokenHint?.payload;
  if (hint?.sid === undefined || client === undefined || session === undefined) return null;
  const isNamed = hint.sub === session.accountId && hint.sid === session.sidFor(client.clientId);
  // The identifier of the library's session is the hash of ours (session-record.ts).
  return isNamed ? session.jti : null;
}

function logoutRequest({ oidc }: KoaContextWithOIDC): LogoutRequest {
  const hint = oidc.entities.IdTokenHint?.payload;
  // The library has compared the address with the registered ones by now.
  const { post_logout_redirect_uri: address, state } = oidc.params ?? {};
  return {
    clientId: oidc.client?.clientId ?? null,
    postLogoutRedirectUri: hint !== undefined && typeof address === "string" ? address : null,
    state: typeof state === "string" ? state : null,
    trustedFor: namedSession(oidc),
    upstream: null,
  };
}
