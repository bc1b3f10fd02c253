import type { DatabaseKind } from "../tables.ts";
import { type AnyDb, index, required, textOf } from "./columns.ts";

/** What the operations page counts by the minute. Who sees every customer is said by the roles. */
export async function operations(db: AnyDb, kind: DatabaseKind): Promise<void> {
  await db.schema.alterTable("users").dropColumn("all_customers").execute();
  await index(db, "audit", ["event", "at"]);
  await db.schema
    .createTable("minute_counts")
    .addColumn("minute", "bigint", required)
    .addColumn("name", textOf(kind), required)
    .addColumn("count", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addPrimaryKeyConstraint("minute_counts_pkey", ["minute", "name"])
    .execute();
  await index(db, "minute_counts", ["expires_at"]);
}
