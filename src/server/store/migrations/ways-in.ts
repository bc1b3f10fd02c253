import type { DatabaseKind } from "../tables.ts";
import { type AnyDb, index, required, type Text, textOf } from "./columns.ts";

/** Second factors, sent codes, recovery codes, secure credentials, providers, messages and challenges. */
export async function waysIn(db: AnyDb, kind: DatabaseKind): Promise<void> {
  const text = textOf(kind);
  await extendTables(db, text);
  await createSecondFactors(db, text);
  await createMessages(db, text);
  await createCredentials(db, text);
  await createExternalLogins(db, text);
  await createChallenges(db, text);
}

async function extendTables(db: AnyDb, text: Text): Promise<void> {
  const user = () => db.schema.alterTable("users");
  await user().addColumn("date_of_birth", text).execute();
  await user().addColumn("webauthn_handle", text).execute();
  await user().addColumn("device_offer_at", "bigint").execute();
  await db.schema
    .createIndex("users_webauthn_handle")
    .on("users")
    .column("webauthn_handle")
    .unique()
    .execute();
  await db.schema
    .alterTable("customers")
    .addColumn("second_factor_required", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  const session = () => db.schema.alterTable("sessions");
  await session().addColumn("vendor_id", text).execute();
  await session()
    .addColumn("device_offer", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createSecondFactors(db: AnyDb, text: Text): Promise<void> {
  await tableOfUser(db, "second_factors", text)
    .addColumn("kind", text, required)
    .addColumn("secret", text)
    .addColumn("target", text)
    .addColumn("last_step", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .addPrimaryKeyConstraint("second_factors_pkey", ["user_id", "kind"])
    .execute();
  await tableOfUser(db, "recovery_codes", text)
    .addColumn("hash", text, required)
    .addColumn("created_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .addPrimaryKeyConstraint("recovery_codes_pkey", ["user_id", "hash"])
    .execute();
  await tableOfUser(db, "remembered_devices", text)
    .addColumn("id_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "remembered_devices", ["user_id"]);
  await index(db, "remembered_devices", ["expires_at"]);
  await db.schema
    .createTable("sent_codes")
    .addColumn("purpose", text, required)
    .addColumn("owner", text, required)
    .addColumn("channel", text, required)
    .addColumn("code_hash", text, required)
    .addColumn("reference", text, required)
    .addColumn("destination", text, required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .addPrimaryKeyConstraint("sent_codes_pkey", ["purpose", "owner"])
    .execute();
  await index(db, "sent_codes", ["expires_at"]);
}

async function createMessages(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("messages")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("channel", text, required)
    .addColumn("content", text, required)
    .addColumn("created_at", "bigint", required)
    .addColumn("due_at", "bigint", required)
    .addColumn("tries", "integer", required)
    .addColumn("sent_at", "bigint")
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "messages", ["sent_at", "due_at"]);
  await index(db, "messages", ["expires_at"]);
}

async function createCredentials(db: AnyDb, text: Text): Promise<void> {
  await tableOfUser(db, "credentials", text)
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("public_key", text, required)
    .addColumn("counter", "bigint", required)
    .addColumn("transports", text, required)
    .addColumn("name", text, required)
    .addColumn("backup_eligible", "integer", required)
    .addColumn("backed_up", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .execute();
  await index(db, "credentials", ["user_id"]);
}

async function createExternalLogins(db: AnyDb, text: Text): Promise<void> {
  await tableOfUser(db, "external_logins", text)
    .addColumn("issuer", text, required)
    .addColumn("subject", text, required)
    .addColumn("vendor_id", text, required)
    .addColumn("display_name", text)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .addPrimaryKeyConstraint("external_logins_pkey", ["issuer", "subject"])
    .execute();
  await index(db, "external_logins", ["user_id"]);
}

async function createChallenges(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("spent_values")
    .addColumn("kind", text, required)
    .addColumn("hash", text, required)
    .addColumn("expires_at", "bigint", required)
    .addPrimaryKeyConstraint("spent_values_pkey", ["kind", "hash"])
    .execute();
  await index(db, "spent_values", ["expires_at"]);
  await db.schema
    .createTable("captcha_passes")
    .addColumn("browser_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("uses_left", "integer", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "captcha_passes", ["expires_at"]);
}

/** A table whose rows go with their user. */
function tableOfUser(db: AnyDb, table: string, text: Text) {
  return db.schema
    .createTable(table)
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"));
}
