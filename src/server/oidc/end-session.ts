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
  return {
    clientId: oidc.client?.clientId ?? null,
    postLogoutRedirectUri: hint === undefined ? null : addressBack(oidc.params ?? {}),
    trusted: hint !== undefined && subject !== undefined && hint.sub === subject,
  };
}

// The library has compared the address with the registered ones by now.
function addressBack({ post_logout_redirect_uri: address, state }: Record<string, unknown>): string | null {
  if (typeof address !== "string") return null;
  const url = new URL(address);
  if (typeof state === "string") url.searchParams.set("state", state);
  return url.href;
}
