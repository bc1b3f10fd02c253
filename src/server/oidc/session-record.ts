import Provider, { type AdapterPayload } from "oidc-provider";
import type { Services } from "../services.ts";
import { listSessionApplications, saveSessionApplication } from "../store/session-applications.ts";
import { findSessionByHash } from "../store/sessions.ts";
import { findUser } from "../store/users.ts";

/**
 * The library's session is a view of ours: its identifier is the hash of our session's, and who is signed in, since
 * when and how is read from there each time. So an ended session, another account or an outdated sign-in cannot be
 * mistaken for a living one, in the authorization endpoint as little as behind an access token.
 */
export async function readSessionRecord(
  services: Services,
  idHash: string,
): Promise<AdapterPayload | undefined> {
  const { db } = services.store;
  const session = await findSessionByHash(db, idHash, services.now());
  if (session === undefined) return undefined;
  const user = await findUser(db, session.userId);
  if (user === undefined || user.disabled) return undefined;
  const applications = await listSessionApplications(db, services.settings.secretKey, idHash);
  return {
    kind: "Session",
    jti: idHash,
    uid: idHash,
    iat: seconds(session.createdAt),
    exp: seconds(session.expiresAt),
    accountId: session.userId,
    loginTs: seconds(session.authenticatedAt),
    amr: session.amr,
    authorizations: Object.fromEntries(
      applications.map(({ clientId, sid, grantId, persistsLogout }) => [
        clientId,
        { sid, grantId, persistsLogout },
      ]),
    ),
  };
}

/** Keeps of the library's session only what ours does not know: which application the request at hand entered. */
export async function writeSessionRecord(
  services: Services,
  idHash: string,
  payload: AdapterPayload,
): Promise<void> {
  const clientId = Provider.ctx?.oidc.client?.clientId;
  if (clientId === undefined || payload.accountId === undefined) return;
  const { sid, grantId, persistsLogout = false } = payload.authorizations?.[clientId] ?? {};
  if (sid === undefined || grantId === undefined) return;
  const { store, settings } = services;
  const expiresAt = services.now() + settings.session.total;
  const application = { clientId, sid, grantId, persistsLogout };
  await saveSessionApplication(store.db, settings.secretKey, idHash, application, expiresAt);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
