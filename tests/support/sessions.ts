import type { Db } from "../../src/server/store/tables.ts";

/** How somebody's newest session was proven (RFC 8176). */
export async function amrOf(db: Db, userId: string): Promise<string[]> {
  const { amr } = await db
    .selectFrom("sessions")
    .select("amr")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return JSON.parse(amr);
}
