import type { DatabaseKind } from "../tables.ts";
import { type AnyDb, textOf } from "./columns.ts";

/** The mail address that waits for the code which was sent to it. */
export async function contact(db: AnyDb, kind: DatabaseKind): Promise<void> {
  await db.schema.alterTable("users").addColumn("new_email", textOf(kind)).execute();
}
