import type { CallContext } from "../call.ts";
import type { SecretKeys } from "../crypto.ts";
import { endApplications, endGrantsBut } from "../oidc/session-life.ts";
import { type AccountEvent, changeAndRecord, type Happened, type Noticed } from "../record-event.ts";
import type { Visitor } from "../request/visitor.ts";
import type { Services } from "../services.ts";
import { deleteAttemptsOfUser, deleteSecondSteps } from "../store/attempts.ts";
import { replaceRecoveryCodes } from "../store/recovery-codes.ts";
import { endSessionsBut, type Session } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import { holdAccount, renewVersion } from "../store/users.ts";
import { assertStillSignedIn } from "./signed-in.ts";

/**
 * Makes a change of what the sign-ins of a person rest on, one after the other for each account, and with it, in one transaction,
 * ends those that are half-way through, but for the attempt `kept`, the person's sessions elsewhere (security, SE-6) and everything that
 * was given to applications but by the session here, and writes down and tells what `happened`. `change` is told the version that the
 * account has afterwards: a sign-in that would write its session by the one before is refused. Does nothing of it where `change` gives
 * undefined. Throws where the session that asks for it has ended meanwhile; who administers accounts asks in none, `visitor` null.
 */
export async function changeAndEndOthers<Result>(
  context: Noticed & { visitor: Pick<Visitor, "session"> | null },
  userId: string,
  change: (transaction: Db, version: number) => Promise<Result | undefined>,
  happened: (changed: Result) => Happened,
  kept?: string,
): Promise<Result | undefined> {
  const { services, visitor } = context;
  const sessionEnded: AccountEvent = { event: "session.ended", userId, detail: { reason: "accountChanged" } };
  const own = visitor?.session?.userId === userId ? visitor.session.idHash : null;
  const changeAll = async (transaction: Db) => {
    const before = await holdAccount(transaction, userId);
    if (before === undefined) return undefined;
    const version = before + 1;
    const changed = await change(transaction, version);
    if (changed === undefined) return undefined;
    await renewVersion(transaction, userId, version);
    await deleteAttemptsOfUser(transaction, userId, kept);
    if (own !== null) await assertStillSignedIn(services, transaction, own);
    return { changed, ended: await endAllBut(services, transaction, userId, own) };
  };
  const done = await changeAndRecord(context, changeAll, ({ changed, ended }) => {
    const { events = [], notice } = happened(changed);
    return { events: [...ended.map(() => sessionEnded), ...events], notice };
  });
  if (done === undefined) return undefined;
  services.wakeDelivery();
  return done.changed;
}

/**
 * Signs somebody out who asks for it in every browser at once, with what is half-way through and everything that was given to
 * applications, also what would outlive its session.
 */
export async function signOutEverywhere(
  context: CallContext,
  { idHash, userId }: Pick<Session, "idHash" | "userId">,
): Promise<void> {
  const { services } = context;
  const detail = { reason: "signedOutEverywhere" };
  const end = async (transaction: Db) => {
    await holdAccount(transaction, userId);
    await deleteAttemptsOfUser(transaction, userId);
    return endAllBut(services, transaction, userId, null);
  };
  await changeAndRecord(context, end, (ended) => ({
    events: ended.map((one) => ({ event: one === idHash ? "signOut" : "session.ended", userId, detail })),
  }));
  services.wakeDelivery();
}

/** Ends the sessions of a person but one, and what applications were given but by that; gives the hashes of those that ended. */
async function endAllBut(
  services: Services,
  transaction: Db,
  userId: string,
  own: string | null,
): Promise<string[]> {
  const ended = await endSessionsBut(transaction, userId, own);
  for (const idHash of ended) await endApplications(services, transaction, { idHash, userId });
  await endGrantsBut(services, transaction, userId, own);
  return ended;
}

/**
 * Gives a person another set of recovery codes in place of the one before, one after the other with every other change. A sign-in
 * whose second step was proven ends; who is at it still goes on with a code of the new set.
 */
export async function renewRecoveryCodes(
  transaction: Db,
  secretKeys: SecretKeys,
  userId: string,
  codes: readonly string[],
  now: number,
): Promise<void> {
  await holdAccount(transaction, userId);
  await deleteSecondSteps(transaction, userId);
  await replaceRecoveryCodes(transaction, secretKeys, userId, codes, now);
}
