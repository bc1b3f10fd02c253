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
