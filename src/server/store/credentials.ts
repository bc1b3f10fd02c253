import type { Db } from "./tables.ts";

/** Says whether a person has registered a secure credential. */
export async function hasCredential(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("credentials")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
