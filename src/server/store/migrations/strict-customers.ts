import { sql } from "kysely";
import type { AnyDb } from "./columns.ts";

/** The few customers that want a second factor of everybody, which every page of whoever is signed in asks for. */
export async function strictCustomers(db: AnyDb): Promise<void> {
  await db.schema
    .createIndex("customers_strict")
    .on("customers")
    .column("id")
    .where(sql.ref("second_factor_required"), "=", sql.lit(1))
    .execute();
}
