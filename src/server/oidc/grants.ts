import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import { day } from "../../shared/durations.ts";
import { asksForLogin } from "../request/authorization-request.ts";
import type { Services } from "../services.ts";
import { setGrantCustomer } from "../store/grant-customers.ts";
import { deleteSessionApplication, type SessionApplication } from "../store/session-applications.ts";
import { providerRequest, standingOfRequest } from "./provider-request.ts";
import { revokeGrant } from "./revoke-grant.ts";
import { enterAnew, enterFirst, newEntry } from "./session-record.ts";

/** Milliseconds; longer than any session. Refresh tokens are renewed by the grant for as long after the sign-in, and no longer. */
export const grantLife = 60 * day;

/** For how many customers an application may be entered in one session; who enters it for more loses the one that was entered first. */
const mostCustomers = 50;

/**
 * The grant of the session for this application and customer: what it asks for and no question, because all applications are the
 * provider's own. Each customer has a grant of its own, so that two tabs may work for two of them. None as long as the person
 * still owes something.
 */
export async function grantOfRequest(
  services: Services,
  ctx: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { session, client, provider, params = {} } = ctx.oidc;
  const standing = await standingOfRequest(services, ctx);
  if (standing?.stage !== "done" || asksForLogin({ params }) || !session?.accountId || !client)
    return undefined;
  const scope = typeof params.scope === "string" ? params.scope : "";
  const known = await knownGrant(ctx, standing.customerId);
  if (known !== undefined && covers(known, scope)) return known;
  const grant = known ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  if (standing.customerId !== null) {
    const { db } = services.store;
    await setGrantCustomer(db, grantId, standing.customerId, grantLife, services.now());
  }
  return known === undefined ? enteredGrant(services, ctx, grant) : grant;
}

/**
 * The grant that tabs share which enter the application for the first time at the same moment: a code of any other is
 * worth nothing, because a session has one grant for each application and customer.
 */
async function enteredGrant(services: Services, ctx: KoaContextWithOIDC, own: Grant): Promise<Grant> {
  const { session, client, provider } = ctx.oidc;
  if (!session || !client) return own;
  const { clientId } = client;
  session.ensureClientContainer(clientId);
  const { sid = "" } = session.authorizationFor(clientId);
  session.authorizationFor(clientId).persistsLogout = false;
  const entry = {
    clientId,
    sid,
    grantId: own.jti,
    persistsLogout: false,
    ...(await newEntry(services, ctx)),
  };
  let entered = await enterFirst(services, session.uid, entry);
  if (entered.grantId === own.jti) {
    await leaveFirst(services, ctx, session.uid);
    return own;
  }
  let first = await provider.Grant.find(entered.grantId);
  if (first === undefined) {
    entered = await enterAnew(services, session.uid, entry, entered);
    first = await provider.Grant.find(entered.grantId);
  }
  if (first === undefined || first.jti === own.jti) return own;
  await revokeGrant(services, own.jti);
  session.sidFor(clientId, entered.sid);
  const scope = own.getOIDCScope();
  if (covers(first, scope)) return first;
  first.addOIDCScope(scope);
  await first.save();
  return first;
}

/** Keeps what a session has entered from growing without end. */
async function leaveFirst(services: Services, ctx: KoaContextWithOIDC, line: string): Promise<void> {
  const entered = enteredHere(ctx).toSorted((a, b) => a.enteredAt - b.enteredAt);
  for (const first of entered.slice(0, Math.max(0, entered.length + 1 - mostCustomers))) {
    if (!first.persistsLogout) await revokeGrant(services, first.grantId);
    await deleteSessionApplication(services.store.db, line, first);
  }
}

async function knownGrant(ctx: KoaContextWithOIDC, customerId: string | null): Promise<Grant | undefined> {
  const { session, client, provider } = ctx.oidc;
  const known = enteredHere(ctx).find((entered) => entered.customerId === customerId);
  if (!session || !client || known === undefined) return undefined;
  const { grantId, sid, persistsLogout } = known;
  Object.assign(session.authorizationFor(client.clientId), { grantId, sid, persistsLogout });
  return provider.Grant.find(grantId);
}

/** What the session has entered of the application at hand, for one customer each. */
function enteredHere(ctx: KoaContextWithOIDC): SessionApplication[] {
  const entered = providerRequest(ctx).entered ?? [];
  return entered.filter(({ clientId }) => clientId === ctx.oidc.client?.clientId);
}

function covers(grant: Grant, scope: string): boolean {
  const granted = new Set(grant.getOIDCScope().split(" "));
  return scope.split(" ").every((name) => granted.has(name));
}
