import type { KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import { issueTicket } from "../store/tickets.ts";
import { providerRequest } from "./provider-request.ts";
import { type LogoutRequest, ticketLife } from "./tickets.ts";

/**
 * Answers a valid end-session request (OpenID Connect RP-Initiated Logout): it is stored for this browser and the
 * sign-out page goes on with it. The library's own pages are never shown.
 */
export async function leadToSignOut(services: Services, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, browserHash: browser } = providerRequest(ctx).visitor;
  // Where nobody is signed in there is nothing to protect, and perhaps no name of the browser.
  const browserHash = session === null ? null : browser;
  const ticket = { data: logoutRequest(ctx), browserHash, life: ticketLife };
  const logoutId = await issueTicket(services.store.db, "logout", ticket, services.now());
  ctx.body = null;
  ctx.status = 303;
  ctx.redirect(`/account/logout?${new URLSearchParams({ logoutId })}`);
}

function logoutRequest({ oidc }: KoaContextWithOIDC): LogoutRequest {
  const hint = oidc.entities.IdTokenHint?.payload;
  const subject = oidc.session?.accountId;
  // The library has compared the address with the registered ones by now.
  const { post_logout_redirect_uri: address, state } = oidc.params ?? {};
  return {
    clientId: oidc.client?.clientId ?? null,
    postLogoutRedirectUri: hint !== undefined && typeof address === "string" ? address : null,
    state: typeof state === "string" ? state : null,
    trusted: hint !== undefined && subject !== undefined && hint.sub === subject,
  };
}
