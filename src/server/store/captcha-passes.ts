import type { Db } from "./tables.ts";

/** A solved challenge: how many calls it lets a browser make, and until when (milliseconds since 1970). */
export interface CaptchaPass {
  browserHash: string;
  uses: number;
  expiresAt: number;
}

/** Gives a browser its pass in place of the one before. */
export async function grantPass(db: Db, { browserHash, uses, expiresAt }: CaptchaPass): Promise<void> {
  const pass = { uses_left: uses, expires_at: expiresAt };
  await db
    .insertInto("captcha_passes")
    .values({ browser_hash: browserHash, ...pass })
    .onConflict((conflict) => conflict.column("browser_hash").doUpdateSet(pass))
    .execute();
}

/** Spends one use of a browser's pass; false where it has none. */
export async function spendPass(db: Db, browserHash: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable("captcha_passes")
    .set((update) => ({ uses_left: update("uses_left", "-", 1) }))
    .where("browser_hash", "=", browserHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Says whether a browser has a pass with a use left. Spends nothing. */
export async function hasPass(db: Db, browserHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom("captcha_passes")
    .select("browser_hash")
    .where("browser_hash", "=", browserHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}
