import { isDeepStrictEqual } from "node:util";
import Provider, { type AdapterPayload } from "oidc-provider";
import type { Services } from "../services.ts";
import {
  claimSessionApplication,
  lineOfSession,
  listSessionApplications,
  type SessionApplication,
  saveSessionApplication,
  sessionOfLine,
} from "../store/session-applications.ts";
import { findSessionByHash } from "../store/sessions.ts";
import { findUser } from "../store/users.ts";

/** What belongs to a session is kept this much longer than it can last, should nobody be there to end it in time. */
const lateness = 24 * 3_600_000;

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
  const line = await lineOfSession(db, idHash);
  const applications = await listSessionApplications(db, services.settings.secretKeys, line);
  return {
    kind: "Session",
    jti: idHash,
    uid: line,
    iat: seconds(session.createdAt),
    exp: seconds(session.expiresAt),
    accountId: session.userId,
    // Without it every request that limits the age of the proof asks for a new one, and nobody is told a time.
    ...(session.authenticatedAt === 0 ? {} : { loginTs: seconds(session.authenticatedAt) }),
    amr: session.amr,
    authorizations: Object.fromEntries(
      applications.map(({ clientId, sid, grantId, persistsLogout }) => [
        clientId,
        { sid, grantId, persistsLogout },
      ]),
    ),
  };
}

/** The session that a token was issued under, or the one of the same person that took its place. */
export async function readSessionRecordByUid(
  services: Services,
  uid: string,
): Promise<AdapterPayload | undefined> {
  return readSessionRecord(services, await sessionOfLine(services.store.db, uid));
}

/** Keeps of the library's session only what ours does not know: which application the request at hand entered. */
export async function writeSessionRecord(services: Services, payload: AdapterPayload): Promise<void> {
  const clientId = Provider.ctx?.oidc.client?.clientId;
  const line = payload.uid;
  if (clientId === undefined || line === undefined || payload.accountId === undefined) return;
  const { sid, grantId, persistsLogout = false } = payload.authorizations?.[clientId] ?? {};
  if (sid === undefined || grantId === undefined) return;
  const { store, settings } = services;
  const application = { clientId, sid, grantId, persistsLogout };
  // The library writes at every request; the first record lasts longer than the session can.
  const known = await listSessionApplications(store.db, settings.secretKeys, line);
  if (known.some((other) => isDeepStrictEqual(other, application))) return;
  await saveSessionApplication(store.db, settings.secretKeys, line, application, keptUntil(services));
}

/** Until when the records of a session that is entered or takes another's place now are kept. */
export function keptUntil({ settings, now }: Pick<Services, "settings" | "now">): number {
  return now() + settings.session.total + lateness;
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/**
 * Enters an application that the session has not entered: gives what stands for it, which is another tab's where that
 * came first.
 */
export async function enterFirst(
  { store, settings, now }: Services,
  line: string,
  application: SessionApplication,
): Promise<SessionApplication> {
  const until = keptUntil({ settings, now });
  if (await claimSessionApplication(store.db, settings.secretKeys, line, application, until))
    return application;
  const entered = await listSessionApplications(store.db, settings.secretKeys, line);
  return entered.find(({ clientId }) => clientId === application.clientId) ?? application;
}
