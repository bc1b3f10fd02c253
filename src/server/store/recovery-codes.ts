import { hmac, hmacs, hmacUnder, keyMark, purposeKey, type SecretKeys } from "../crypto.ts";
import { keepRetired, listSecrets } from "./secrets.ts";
import type { Db } from "./tables.ts";

const purpose = "recovery-code";

/** Keeps a new set of codes in place of the one before (security, TF-6). `codes` are plain digits. */
export async function replaceRecoveryCodes(
  db: Db,
  secretKeys: SecretKeys,
  userId: string,
  codes: readonly string[],
  now: number,
): Promise<void> {
  const rows = codes.map((code) => ({
    user_id: userId,
    hash: hmac(secretKeys, purpose, code),
    created_at: now,
    used_at: null,
  }));
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.insertInto("recovery_codes").values(rows).execute();
}

/** Spends a code of a person; of any number at once over any number of processes one gets true. */
export async function redeemRecoveryCode(
  db: Db,
  secretKeys: SecretKeys,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("hash", "in", await hashesOf(db, secretKeys, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Says whether a code is one of the person's current set, used or not. */
export async function wasRecoveryCode(
  db: Db,
  secretKeys: SecretKeys,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("recovery_codes")
    .select("hash")
    .where("user_id", "=", userId)
    .where("hash", "in", await hashesOf(db, secretKeys, code))
    .executeTakeFirst();
  return row !== undefined;
}

/** The hashes that a code may have been kept by: under each of the server's keys, and under those that were before. */
async function hashesOf(db: Db, secretKeys: SecretKeys, code: string): Promise<string[]> {
  const before = await listSecrets(db, secretKeys, "recovery-codes");
  return [
    ...hmacs(secretKeys, purpose, code),
    ...before.map(({ value }) => hmacUnder(Buffer.from(value, "base64url"), code)),
  ];
}

/** Keeps what recovery codes were hashed by under keys that are about to go: nobody can hash them anew. */
export async function keepRecoveryCodeKeys(db: Db, secretKeys: SecretKeys, now: number): Promise<void> {
  const [, ...others] = secretKeys;
  for (const key of others) {
    const secret = {
      kid: `recovery-codes-${keyMark(key)}`,
      value: purposeKey(key, purpose).toString("base64url"),
    };
    await keepRetired(db, secretKeys, "recovery-codes", secret, now);
  }
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
