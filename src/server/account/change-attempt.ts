import type { CallContext } from "../call.ts";
import type { ProvenAttempt } from "../standing.ts";
import { type AttemptState, findAttempt, updateAttempt } from "../store/attempts.ts";

/**
 * Changes an attempt whoever else has just changed it, as long as the proof is the same: what others keep in it stays.
 * `change` says what changes of the newest state. Undefined where the attempt has ended or was begun anew.
 */
export async function changeAttempt(
  { services }: CallContext,
  attempt: ProvenAttempt,
  change: (newest: ProvenAttempt) => Partial<AttemptState>,
): Promise<ProvenAttempt | undefined> {
  const { db } = services.store;
  const { userId, passwordAt } = attempt;
  let newest = attempt;
  for (;;) {
    const changed = await updateAttempt(db, newest, change(newest), services.now());
    if (changed !== undefined) return { ...changed, userId, passwordAt };
    const found = await findAttempt(db, attempt, services.now());
    if (found?.userId !== userId || found.passwordAt !== passwordAt) return undefined;
    newest = { ...found, userId, passwordAt };
  }
}
