import { isDeepStrictEqual } from "node:util";
import Provider, { type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider";
import type { Services } from "../services.ts";
import {
  applicationsOfLine,
  applicationsOfSession,
  claimSessionApplication,
  type EnteredApplications,
  type SessionApplication,
  saveSessionApplication,
} from "../store/session-applications.ts";
import { findSessionOfLine, holdLineOf, type SignedIn } from "../store/sessions.ts";
import { type ProviderRequest, providerRequest, standingOfRequest } from "./provider-request.ts";
import { keptUntil } from "./session-life.ts";

/**
 * The library's session is a view of ours: its identifier is the hash of our session's, and who is signed in, since
 * when and how is read from there for each request. So an ended session, another account or an outdated sign-in cannot be
 * mistaken for a living one, in the authorization endpoint as little as behind an access token.
 */
export async function readSessionRecord(
  services: Services,
  idHash: string,
): Promise<AdapterPayload | undefined> {
  const { session, user } = requestAtHand().visitor;
  if (session?.idHash !== idHash || user === null) return undefined;
  const { store, settings } = services;
  const entered = await applicationsOfSession(store.db, settings.secretKeys, idHash);
  return sessionRecord({ session, user }, entered);
}

/**
 * The session that a token was issued under, or the one of the same person that took its place. Counts as use of it: whoever works in
 * an application that asks about their tokens is there.
 */
export async function readSessionRecordByUid(
  services: Services,
  line: string,
): Promise<AdapterPayload | undefined> {
  const { store, settings, now } = services;
  const signedIn = await findSessionOfLine(store.db, line, settings.session, now());
  if (signedIn === undefined || signedIn.user.disabled) return undefined;
  const applications = await applicationsOfLine(store.db, settings.secretKeys, line);
  return sessionRecord(signedIn, { line, applications });
}

function sessionRecord(
  signedIn: SignedIn,
  { line, applications }: Pick<EnteredApplications, "line" | "applications">,
): AdapterPayload {
  const request = requestAtHand();
  request.signedIn = signedIn;
  request.entered = applications;
  const { session } = signedIn;
  // The library knows one grant for each application: of several customers that of the token which is asked about, so that it counts.
  const inOrder = applications.toSorted(
    (a, b) => Number(a.grantId === request.tokenGrantId) - Number(b.grantId === request.tokenGrantId),
  );
  return {
    kind: "Session",
    jti: session.idHash,
    uid: line,
    iat: seconds(session.createdAt),
    exp: seconds(session.expiresAt),
    accountId: session.userId,
    // Without it every request that limits the age of the proof asks for a new one, and nobody is told a time.
    ...(session.authenticatedAt === 0 ? {} : { loginTs: seconds(session.authenticatedAt) }),
    amr: session.amr,
    authorizations: Object.fromEntries(
      inOrder.map(({ clientId, sid, grantId, persistsLogout }) => [
        clientId,
        { sid, grantId, persistsLogout },
      ]),
    ),
  };
}

/** Keeps of the library's session only what ours does not know: which application the request at hand entered, and for whom. */
export async function writeSessionRecord(services: Services, payload: AdapterPayload): Promise<void> {
  const { ctx } = Provider;
  const clientId = ctx?.oidc.client?.clientId;
  const line = payload.uid;
  if (ctx === undefined || clientId === undefined || line === undefined || payload.accountId === undefined)
    return;
  const { sid, grantId, persistsLogout = false } = payload.authorizations?.[clientId] ?? {};
  if (sid === undefined || grantId === undefined) return;
  const { store, settings } = services;
  const isIt = (application: SessionApplication) => application.grantId === grantId;
  // The library writes at every request; the first record lasts longer than the session can.
  const known =
    requestAtHand().entered?.find(isIt) ??
    (await applicationsOfLine(store.db, settings.secretKeys, line)).find(isIt);
  const application = {
    ...(known ?? { clientId, grantId, ...(await newEntry(services, ctx)) }),
    sid,
    // Another tab may have got a refresh token of the same grant a moment ago.
    persistsLogout: persistsLogout || known?.persistsLogout === true,
  };
  if (isDeepStrictEqual(known, application)) return;
  await saveSessionApplication(store.db, settings.secretKeys, line, application, keptUntil(services));
}

/** For whom the request at hand enters its application now. */
export async function newEntry(
  services: Services,
  ctx: KoaContextWithOIDC,
): Promise<Pick<SessionApplication, "customerId" | "enteredAt">> {
  const standing = await standingOfRequest(services, ctx);
  return { customerId: standing?.customerId ?? null, enteredAt: services.now() };
}

/** What we know of the request that the library works on. */
export function requestAtHand(): ProviderRequest {
  const { ctx } = Provider;
  if (ctx === undefined) throw new Error("the library has a session within requests only");
  return providerRequest(ctx);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/**
 * Enters an application that the session has not entered for this customer: gives what stands for it, which is another tab's where that
 * came first.
 */
export async function enterFirst(
  { store, settings, now }: Services,
  line: string,
  application: SessionApplication,
): Promise<SessionApplication> {
  const { db } = store;
  const until = keptUntil({ settings, now });
  if (await claimSessionApplication(db, settings.secretKeys, line, application, until)) return application;
  const entered = await applicationsOfLine(db, settings.secretKeys, line);
  return entered.find((other) => isSameEntry(other, application)) ?? application;
}

/**
 * The same in place of one whose grant has ended, as where a refresh token came again. One tab after the other, because each
 * would take what another has just entered for the ended one.
 */
export async function enterAnew(
  { store, settings, now }: Services,
  line: string,
  application: SessionApplication,
  ended: SessionApplication,
): Promise<SessionApplication> {
  const { secretKeys } = settings;
  return store.db.transaction().execute(async (transaction) => {
    await holdLineOf(transaction, line, now());
    const entered = await applicationsOfLine(transaction, secretKeys, line);
    const other = entered.find((each) => isSameEntry(each, application));
    if (other !== undefined && other.grantId !== ended.grantId) return other;
    await saveSessionApplication(transaction, secretKeys, line, application, keptUntil({ settings, now }));
    return application;
  });
}

function isSameEntry(one: SessionApplication, other: SessionApplication): boolean {
  return one.clientId === other.clientId && one.customerId === other.customerId;
}
