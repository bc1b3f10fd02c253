import { day, hour } from "../../shared/durations.ts";
import { sha256 } from "../crypto.ts";
import { clockTolerance } from "../domain/freshness.ts";
import { inBatches } from "../in-batches.ts";
import { type AccountEvent, changeAndRecord, type Noticed } from "../record-event.ts";
import type { Services } from "../services.ts";
import { deleteGrantsOfAccount } from "../store/oidc-records.ts";
import {
  applicationsOfSession,
  continueLine,
  deleteLine,
  lineOfSession,
} from "../store/session-applications.ts";
import {
  endExpiredSession,
  endSession,
  endSessionsOfLine,
  expiredSessions,
  findHeir,
  findSessionOfLine,
  renewSessionId,
  type Session,
  turnBackSessions,
} from "../store/sessions.ts";
import { addSignOutNotices } from "../store/sign-out-notices.ts";
import type { Db } from "../store/tables.ts";
import { revokeGrant } from "./revoke-grant.ts";

type EndedSession = Pick<Session, "idHash" | "userId">;

/** What belongs to a session is kept this much longer than it can last, should nobody be there to end it in time. */
const lateness = day;
/** How long an application that does not answer is told again, milliseconds. */
const noticeLife = hour;
const batch = 400;
/** Each waits for the database more than it works; the others of its connections are for people. */
const atOnce = 4;

/** Ends a session that its person leaves with all of its line, and what they gave to applications. */
export async function endWholeSession(
  noticed: Noticed,
  session: EndedSession,
  event: AccountEvent["event"],
  reason: string,
): Promise<void> {
  const end = async (transaction: Db) => {
    if (!(await endSession(transaction, session.idHash))) return undefined;
    const line = await lineOfSession(transaction, session.idHash);
    const twins = await endSessionsOfLine(transaction, line);
    return [event, ...Array<AccountEvent["event"]>(twins).fill("session.ended")];
  };
  await endWithApplications(noticed, session, reason, end);
}

/** Ends a session that nobody used any more, and what it gave to applications where its line does not go on. */
async function endUnused(services: Services, session: EndedSession): Promise<void> {
  const end = async (transaction: Db): Promise<AccountEvent["event"][] | undefined> =>
    (await endExpiredSession(transaction, session.idHash, services.now())) ? ["session.ended"] : undefined;
  await endWithApplications({ services }, session, "expired", end);
}

/**
 * Ends what a session gave to applications in one transaction with `end`, which gives the events of the sessions that it ended;
 * undefined: somebody else has. All of it happens or nothing, so that no application is forgotten; they are told afterwards,
 * and nobody waits for them.
 */
async function endWithApplications(
  noticed: Noticed,
  session: EndedSession,
  reason: string,
  end: (transaction: Db) => Promise<AccountEvent["event"][] | undefined>,
): Promise<void> {
  const { services } = noticed;
  const { userId } = session;
  const endAll = async (transaction: Db) => {
    const events = await end(transaction);
    if (events !== undefined) await endApplications(services, transaction, session);
    return events;
  };
  const ended = await changeAndRecord(noticed, endAll, (events) => ({
    events: events.map((event) => ({ event, userId, detail: { reason } })),
  }));
  if (ended !== undefined) services.wakeDelivery();
}

/**
 * Ends what an ended session gave to applications, unless its line goes on: their grants, and their own sessions, by notices put in
 * line.
 */
export async function endApplications(
  services: Services,
  transaction: Db,
  session: EndedSession,
): Promise<void> {
  const { secretKeys } = services.settings;
  const entered = await applicationsOfSession(transaction, secretKeys, session.idHash);
  const { line, applications, unreadable } = entered;
  if ((await findSessionOfLine(transaction, line, null, services.now())) !== undefined) return;
  if (unreadable > 0)
    services.log.error(
      { unreadable },
      "applications are not told that a session ended: no key opens their rows",
    );
  for (const { grantId, persistsLogout } of applications)
    if (!persistsLogout) await revokeGrant(services, grantId, transaction);
  await deleteLine(transaction, line);
  const { clients } = services.config();
  const told = applications.filter(({ clientId }) => clients[clientId]?.backChannelLogoutUri !== undefined);
  // Entered for several customers, an application has one session all the same.
  const notices = new Map(
    told.map(({ clientId, sid }) => [`${clientId} ${sid}`, { clientId, sid, userId: session.userId }]),
  );
  await addSignOutNotices(transaction, secretKeys, [...notices.values()], noticeLife, services.now());
}

/**
 * Ends every grant of an account, also with refresh tokens that outlive their session, but for what its session here gave.
 */
export async function endGrantsBut(
  { settings }: Services,
  transaction: Db,
  userId: string,
  idHash: string | null,
): Promise<void> {
  const own =
    idHash === null
      ? []
      : (await applicationsOfSession(transaction, settings.secretKeys, idHash)).applications;
  await deleteGrantsOfAccount(
    transaction,
    userId,
    own.map(({ grantId }) => grantId),
  );
}

/**
 * Called when a session takes the place of another in the same browser: the same person keeps the applications and
 * their tokens, another person's are ended, so that nothing is handed on (security, SE-2, SE-7).
 */
export async function replaceSession(
  noticed: Noticed,
  ended: EndedSession,
  next: EndedSession,
): Promise<void> {
  const { services } = noticed;
  if (ended.userId !== next.userId) {
    await endWholeSession(noticed, ended, "session.ended", "anotherPerson");
    return;
  }
  await services.store.db.transaction().execute(async (transaction) => {
    // Where another press of the form was a moment earlier, its session continues the line too: the browser keeps one of the two.
    await endSession(transaction, ended.idHash);
    const line = await lineOfSession(transaction, ended.idHash);
    await continueLine(transaction, { line, next: next.idHash }, keptUntil(services));
  });
}

/**
 * The living session of the same person that took the place of the one whose cookie a browser sent: another tab of it signed in a
 * moment earlier. Another person's is left alone, because a dead identifier may be in anybody's hands (security, SE-2).
 */
export async function heirOf(
  { store, now }: Services,
  id: string | undefined,
  userId: string,
): Promise<EndedSession | undefined> {
  const heir = id === undefined ? undefined : (await findHeir(store.db, sha256(id), now()))?.session;
  return heir?.userId === userId ? heir : undefined;
}

/**
 * Gives a session a new identifier, the cookie's new value, because its person has proven something (security, SE-2);
 * what it gave to applications goes on. Undefined where it has ended.
 */
export async function renewSession(services: Services, idHash: string): Promise<string | undefined> {
  return services.store.db.transaction().execute(async (transaction) => {
    const id = await renewSessionId(transaction, idHash);
    if (id === undefined) return undefined;
    const line = await lineOfSession(transaction, idHash);
    await continueLine(transaction, { line, next: sha256(id) }, keptUntil(services));
    return id;
  });
}

/** Keeps the age of sessions where the clock of this process was set back, by the time that does not follow it. */
export async function keepSessionAges({ store, operations, now }: Services): Promise<void> {
  const { by, passed } = operations.pulse.setBack();
  if (by <= clockTolerance) return;
  await turnBackSessions(store.db, by, now());
  passed();
}

/** In some order, so that of several processes each begins elsewhere and they do not wait for each other. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Ends what the sessions gave that nobody used any more; of any number of processes one ends each. */
export async function endExpiredSessions(services: Services, stopping?: AbortSignal): Promise<void> {
  const round = async () => {
    const expired = shuffled(await expiredSessions(services.store.db, batch, services.now()));
    for (let next = 0; next < expired.length && !stopping?.aborted; next += atOnce)
      await Promise.all(expired.slice(next, next + atOnce).map((session) => endUnused(services, session)));
    return expired.length;
  };
  await inBatches(batch, round, stopping);
}

/** Until when the records of a session that is entered or takes another's place now are kept. */
export function keptUntil({ settings, now }: Pick<Services, "settings" | "now">): number {
  return now() + settings.session.total + lateness;
}
