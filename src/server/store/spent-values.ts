import { sha256 } from "../crypto.ts";
import type { Db } from "./tables.ts";

/** What may be presented once: `assertion` that by which an application proves itself, `captcha` a challenge's solution, `invitation` that of a provider, `sweep` a turn of the sweeper. */
export type SpentKind = "assertion" | "captcha" | "invitation" | "sweep";

/**
 * Spends a value; false where it was spent before. The row is the proof, so of any number of presenters one succeeds.
 * It is kept until `expiresAt` (milliseconds, which may have a fraction where somebody else names it), from when on the value must be
 * refused for its age.
 */
export async function spendValue(
  db: Db,
  kind: SpentKind,
  value: string,
  expiresAt: number,
): Promise<boolean> {
  const result = await db
    .insertInto("spent_values")
    .values({ kind, hash: sha256(value), expires_at: Math.ceil(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Says whether a value was spent; changes nothing. */
export async function isSpent(db: Db, kind: SpentKind, value: string): Promise<boolean> {
  const row = await db
    .selectFrom("spent_values")
    .select("hash")
    .where("kind", "=", kind)
    .where("hash", "=", sha256(value))
    .executeTakeFirst();
  return row !== undefined;
}
