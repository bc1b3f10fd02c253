import { sql } from "kysely";
import { type AnyDb, index } from "./columns.ts";

/**
 * What every page of whoever is signed in asks for: the few customers that want a second factor of everybody, and whether somebody is
 * theirs, by either of the two, however many people a customer has.
 */
export async function strictCustomers(db: AnyDb): Promise<void> {
  await db.schema
    .createIndex("customers_strict")
    .on("customers")
    .column("id")
    .where(sql.ref("second_factor_required"), "=", sql.lit(1))
    .execute();
  await index(db, "memberships", ["customer_id", "user_id"]);
  await db.schema.dropIndex("memberships_by_customer_id").execute();
}
