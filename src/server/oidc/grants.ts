import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import { findGrantCustomer, setGrantCustomer } from "../store/grant-customers.ts";
import { revokeGrant } from "./adapter.ts";
import { standingOfRequest } from "./provider-request.ts";
import { enterFirst } from "./session-record.ts";

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
  return known === undefined ? enteredGrant(services, ctx, grant, standing.customerId) : grant;
}

/**
 * The grant that tabs share which enter the application for the first time at the same moment: a code of any other is
 * worth nothing, because a session has one grant for each application.
 */
async function enteredGrant(
  services: Services,
  { oidc: { session, client, provider } }: KoaContextWithOIDC,
  own: Grant,
  customerId: string | null,
): Promise<Grant> {
  if (!session || !client || session.grantIdFor(client.clientId) !== undefined) return own;
  const { clientId } = client;
  session.ensureClientContainer(clientId);
  const { sid = "" } = session.authorizationFor(clientId);
  const entry = { clientId, sid, grantId: own.jti, persistsLogout: false };
  const entered = await enterFirst(services, session.uid, entry);
  if (entered.grantId === own.jti) return own;
  const first = await provider.Grant.find(entered.grantId);
  if (first === undefined || !(await isFor(services, entered.grantId, customerId))) return own;
  await revokeGrant(services, own.jti);
  session.sidFor(clientId, entered.sid);
  const scope = own.getOIDCScope();
  if (covers(first, scope)) return first;
  first.addOIDCScope(scope);
  await first.save();
  return first;
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
  if (await isFor(services, entered.grantId, customerId)) return grant;
  if (!entered.persistsLogout) await revokeGrant(services, entered.grantId);
  entered.persistsLogout = false;
  return undefined;
}

async function isFor({ store, now }: Services, grantId: string, customerId: string | null): Promise<boolean> {
  return ((await findGrantCustomer(store.db, grantId, now())) ?? null) === customerId;
}

function covers(grant: Grant, scope: string): boolean {
  const granted = new Set(grant.getOIDCScope().split(" "));
  return scope.split(" ").every((name) => granted.has(name));
}
