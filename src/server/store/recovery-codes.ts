import { hmac } from "../crypto.ts";
import type { Db } from "./tables.ts";

const purpose = "recovery-code";

/** Keeps a new set of codes in place of the one before (security, TF-6). `codes` are plain digits. */
export async function replaceRecoveryCodes(
  db: Db,
  secretKey: Buffer,
  userId: string,
  codes: readonly string[],
  now: number,
): Promise<void> {
  const rows = codes.map((code) => ({
    user_id: userId,
    hash: hmac(secretKey, purpose, code),
    created_at: now,
    used_at: null,
  }));
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.insertInto("recovery_codes").values(rows).execute();
}

/** Spends a code of a person; of any number at once over any number of processes one gets true. */
export async function redeemRecoveryCode(
  db: Db,
  secretKey: Buffer,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("hash", "=", hmac(secretKey, purpose, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Says whether a code is one of the person's current set, used or not. */
export async function wasRecoveryCode(
  db: Db,
  secretKey: Buffer,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("recovery_codes")
    .select("hash")
    .where("user_id", "=", userId)
    .where("hash", "=", hmac(secretKey, purpose, code))
    .executeTakeFirst();
  return row !== undefined;
}

/** How many codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom("recovery_codes")
    .select("hash")
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  return rows.length;
}

/**
 * Forgets the codes of a person who has no second factor left that they could stand in for. One statement, so that it
 * spares those of a factor that becomes active at the same moment.
 */
export async function forgetUselessRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("second_factors").select("kind").where("user_id", "=", userId))),
    )
    .execute();
}
