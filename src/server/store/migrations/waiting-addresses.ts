import type { AnyDb } from "./columns.ts";

/** Leads the sweeper to the addresses that wait for their code, past everybody else. */
export async function waitingAddresses(db: AnyDb): Promise<void> {
  await db.schema
    .createIndex("users_by_new_email")
    .on("users")
    .columns(["id", "new_email"])
    .where("new_email", "is not", null)
    .execute();
}
