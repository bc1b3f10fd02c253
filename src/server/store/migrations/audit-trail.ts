import { sql } from "kysely";
import type { AnyDb } from "./columns.ts";

/** An entry belongs to an account or to nobody: names that were typed, passwords perhaps, are not kept. */
export async function auditTrail(db: AnyDb): Promise<void> {
  await sql`update audit set user_id = (select id from users where users.username_fold = audit.username_fold)
    where user_id is null and username_fold is not null`.execute(db);
  await db.schema.dropIndex("audit_by_username_fold_at").execute();
  await db.schema.alterTable("audit").dropColumn("username_fold").execute();
}
