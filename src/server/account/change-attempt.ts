import type { CallContext } from "../call.ts";
import type { ProvenAttempt } from "../request/standing.ts";
import { type Attempt, type AttemptState, findAttempt, updateAttempt } from "../store/attempts.ts";
import type { Db } from "../store/tables.ts";

/** What changes of the newest state of an attempt: what others keep in it stays. */
type Change = (newest: Attempt) => Partial<AttemptState>;

/**
 * Changes the attempt of a place whoever else has just changed it, as long as `mayBe` says so of its newest state. Undefined where
 * it does not, or the attempt has ended. The one way to keep something in an attempt that is there.
 */
export async function changeAttempt(
  { services }: CallContext,
  read: Attempt,
  change: Change,
  mayBe: (newest: Attempt) => boolean = () => true,
  db: Db = services.store.db,
): Promise<Attempt | undefined> {
  let newest: Attempt | undefined = read;
  while (newest !== undefined && mayBe(newest)) {
    const changed: Attempt | undefined = await updateAttempt(db, newest, change(newest), services.now());
    if (changed !== undefined) return changed;
    newest = await findAttempt(db, read, services.now());
  }
  return undefined;
}

/** The same as long as the proof is the same: undefined also where the attempt was begun anew. */
export async function changeProvenAttempt(
  context: CallContext,
  read: ProvenAttempt,
  change: Change,
): Promise<ProvenAttempt | undefined> {
  const { userId, passwordAt } = read;
  const changed = await changeAttempt(context, read, change, (newest) => isSameProof(newest, read));
  return changed && { ...changed, userId, passwordAt };
}

/** Says whether the same person has proven themselves at the same time. */
export function isSameProof(one: Attempt, other: Attempt): boolean {
  return one.userId === other.userId && one.passwordAt === other.passwordAt;
}
