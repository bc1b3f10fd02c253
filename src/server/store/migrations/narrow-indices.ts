import { sql } from "kysely";
import type { AnyDb } from "./columns.ts";

/**
 * Indices that lead straight to what is asked, also where the database knows nothing of its tables yet, as after a restore, and those
 * gone that they take the place of: what an account was through, the records of a line, links of an account that newer ones end, and
 * messages that wait.
 */
export async function narrowIndices(db: AnyDb): Promise<void> {
  for (const name of [
    "audit_by_event_at",
    "audit_by_user_id_at",
    "oidc_records_by_uid",
    "messages_by_sent_at_due_at",
  ])
    await db.schema.dropIndex(name).execute();
  await db.schema
    .createIndex("audit_by_user_id_event_at")
    .on("audit")
    .columns(["user_id", "event", "at"])
    .where("user_id", "is not", null)
    .execute();
  await db.schema
    .createIndex("oidc_records_by_uid_model")
    .on("oidc_records")
    .columns(["uid", "model"])
    .where("uid", "is not", null)
    .execute();
  // Data of other kinds may be longer than an index holds.
  await sql`create index tickets_by_kind_data on tickets (kind, data) where kind = 'passwordReset' or kind = 'recoveryCodes'`.execute(
    db,
  );
  await sql`create index messages_by_due_at on messages (due_at) where sent_at is null and content <> ''`.execute(
    db,
  );
}
