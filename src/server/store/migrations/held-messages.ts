import type { AnyDb } from "./columns.ts";

/** Messages whose recipient alone cannot be reached say nothing of the gateway. */
export async function heldMessages(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable("messages")
    .addColumn("waits_for_recipient", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
