import type { DatabaseKind } from "../tables.ts";
import { type AnyDb, index, required, textOf } from "./columns.ts";

/** Notices of sign-outs on their way to applications, and what a provider wants to see at a sign-out. */
export async function waysOut(db: AnyDb, kind: DatabaseKind): Promise<void> {
  const text = textOf(kind);
  await db.schema
    .createTable("sign_out_notices")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("content", text, required)
    .addColumn("due_at", "bigint", required)
    .addColumn("tries", "integer", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "sign_out_notices", ["due_at"]);
  await index(db, "sign_out_notices", ["expires_at"]);
  await db.schema.alterTable("sessions").addColumn("vendor_token", text).execute();
}
