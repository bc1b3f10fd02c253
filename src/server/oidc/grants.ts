import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import { findGrantCustomer, setGrantCustomer } from "../store/grant-customers.ts";
import { revokeGrant } from "./adapter.ts";
import { standingOfRequest } from "./provider-request.ts";

/** Seconds; longer than a session and a refresh token after it can last. */
export const grantLife = 60 * 24 * 3600;

/**
 * The grant of the session for this application: what it asks for and no question, because all applications are the
 * provider's own. Another customer is another grant, and what was given for the one before ends. None as long as the
 * person still owes something.
 */
export async function grantOfRequest(
  services: Services,
  ctx: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { session, client, provider, params, prompts } = ctx.oidc;
  const standing = await standingOfRequest(services, ctx);
  if (standing?.stage !== "done" || prompts.has("login") || !session?.accountId || !client) return undefined;
  const scope = typeof params?.scope === "string" ? params.scope : "";
  const known = await knownGrant(services, ctx, standing.customerId);
  if (known !== undefined && covers(known, scope)) return known;
  const grant = known ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  if (standing.customerId !== null) {
    const { db } = services.store;
    await setGrantCustomer(db, grantId, standing.customerId, grantLife * 1000, services.now());
  }
  return grant;
}

async function knownGrant(
  services: Services,
  ctx: KoaContextWithOIDC,
  customerId: string | null,
): Promise<Grant | undefined> {
  const { session, client, provider } = ctx.oidc;
  if (!session || !client) return undefined;
  const entered = session.authorizationFor(client.clientId);
  if (entered.grantId === undefined) return undefined;
  const grant = await provider.Grant.find(entered.grantId);
  if (grant === undefined) return undefined;
  const granted = await findGrantCustomer(services.store.db, entered.grantId, services.now());
  if ((granted ?? null) === customerId) return grant;
  if (!entered.persistsLogout) await revokeGrant(services, entered.grantId);
  entered.persistsLogout = false;
  return undefined;
}

function covers(grant: Grant, scope: string): boolean {
  const granted = new Set(grant.getOIDCScope().split(" "));
  return scope.split(" ").every((name) => granted.has(name));
}
