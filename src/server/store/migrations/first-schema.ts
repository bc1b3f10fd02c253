import { sql } from "kysely";
import type { DatabaseKind } from "../tables.ts";
import { type AnyDb, index, required, type Text, textOf } from "./columns.ts";

/** The tables of the first release. */
export async function firstSchema(db: AnyDb, kind: DatabaseKind): Promise<void> {
  const text = textOf(kind);
  await createUsers(db, text);
  await createCustomers(db, text, kind);
  await createSessions(db, text);
  await createAttempts(db, text);
  await createOneTimeTables(db, text);
  await createOidcTables(db, text);
  await createServerTables(db, text);
  await (kind === "sqlite" ? indexSearchOnSqlite(db) : indexSearchOnPostgres(db));
}

async function createUsers(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("username", text, required)
    .addColumn("username_fold", text, (column) => column.notNull().unique())
    .addColumn("email", text)
    .addColumn("display_name", text, required)
    .addColumn("phone", text)
    .addColumn("language", text)
    .addColumn("roles", text, required)
    .addColumn("password_phc", text)
    .addColumn("password_changed_at", "bigint")
    .addColumn("password_expires_at", "bigint")
    .addColumn("must_change_password", "integer", required)
    .addColumn("disabled", "integer", required)
    .addColumn("second_factor_required", "integer", required)
    .addColumn("all_customers", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("version", "integer", required)
    .execute();
}

async function createCustomers(db: AnyDb, text: Text, kind: DatabaseKind): Promise<void> {
  // SQLite's search index refers to rows by number; other numbers than these may change at a vacuum.
  const number = kind === "sqlite" ? sql`integer` : sql`bigint generated always as identity`;
  await db.schema
    .createTable("customers")
    .addColumn("seq", number, (column) => column.primaryKey())
    .addColumn("id", text, (column) => column.notNull().unique())
    .addColumn("number", text, required)
    .addColumn("name", text, required)
    .addColumn("number_fold", text, required)
    .addColumn("search", text, required)
    .execute();
  await index(db, "customers", ["search", "id"]);
  await index(db, "customers", ["number_fold"]);
  await db.schema
    .createTable("memberships")
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("customer_id", text, (column) =>
      column.notNull().references("customers.id").onDelete("cascade"),
    )
    .addColumn("search", text, required)
    .addPrimaryKeyConstraint("memberships_pkey", ["user_id", "customer_id"])
    .execute();
  await index(db, "memberships", ["user_id", "search", "customer_id"]);
  await index(db, "memberships", ["customer_id"]);
  await db.schema
    .createTable("customer_uses")
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("customer_id", text, (column) =>
      column.notNull().references("customers.id").onDelete("cascade"),
    )
    .addColumn("last_used_at", "bigint", required)
    .addPrimaryKeyConstraint("customer_uses_pkey", ["user_id", "customer_id"])
    .execute();
  await index(db, "customer_uses", ["user_id", "last_used_at"]);
  await index(db, "customer_uses", ["customer_id"]);
}

async function createSessions(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id_hash", text, (column) => column.primaryKey().notNull())
    .addColumn("user_id", text, (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("browser_hash", text, required)
    .addColumn("customer_id", text)
    .addColumn("authenticated_at", "bigint", required)
    .addColumn("amr", text, required)
    .addColumn("created_at", "bigint", required)
    .addColumn("seen_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("ends_at", "bigint", required)
    .execute();
  await index(db, "sessions", ["user_id"]);
  await index(db, "sessions", ["expires_at"]);
}

async function createAttempts(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("attempts")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("browser_hash", text, required)
    .addColumn("return_key", text, required)
    .addColumn("user_id", text, (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("password_at", "bigint")
    .addColumn("second_factor_at", "bigint")
    .addColumn("customer_id", text)
    .addColumn("data", text, required)
    .addColumn("version", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addUniqueConstraint("attempts_browser_return", ["browser_hash", "return_key"])
    .execute();
  await index(db, "attempts", ["user_id"]);
  await index(db, "attempts", ["expires_at"]);
  await db.schema
    .createTable("authorization_requests")
    .addColumn("uid", text, (column) => column.primaryKey().notNull())
    .addColumn("chain_id", text, required)
    .addColumn("client_id", text, required)
    .addColumn("params", text, required)
    .addColumn("first_seen_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "authorization_requests", ["chain_id"]);
  await index(db, "authorization_requests", ["expires_at"]);
}

async function createOneTimeTables(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("tickets")
    .addColumn("kind", text, required)
    .addColumn("hash", text, required)
    .addColumn("browser_hash", text)
    .addColumn("data", text, required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .addPrimaryKeyConstraint("tickets_pkey", ["kind", "hash"])
    .execute();
  await index(db, "tickets", ["expires_at"]);
  await db.schema
    .createTable("throttle")
    .addColumn("key", text, (column) => column.primaryKey().notNull())
    .addColumn("failures", "integer", required)
    .addColumn("locked_until", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "throttle", ["expires_at"]);
}

async function createOidcTables(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("oidc_records")
    .addColumn("model", text, required)
    .addColumn("id_hash", text, required)
    .addColumn("payload", text, required)
    .addColumn("grant_id", text)
    .addColumn("user_code", text)
    .addColumn("uid", text)
    .addColumn("consumed_at", "bigint")
    .addColumn("expires_at", "bigint")
    .addPrimaryKeyConstraint("oidc_records_pkey", ["model", "id_hash"])
    .execute();
  for (const column of ["grant_id", "user_code", "uid", "expires_at"])
    await index(db, "oidc_records", [column]);
  await db.schema
    .createTable("grant_customers")
    .addColumn("grant_id", text, (column) => column.primaryKey().notNull())
    .addColumn("customer_id", text, required)
    .addColumn("expires_at", "bigint", required)
    .execute();
  await index(db, "grant_customers", ["expires_at"]);
}

async function createServerTables(db: AnyDb, text: Text): Promise<void> {
  await db.schema
    .createTable("secrets")
    .addColumn("kid", text, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, required)
    .addColumn("value", text, required)
    .addColumn("state", text, required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema
    .createIndex("secrets_one_active")
    .on("secrets")
    .column("kind")
    .unique()
    .where(sql.ref("state"), "=", sql.lit("active"))
    .execute();
  await db.schema
    .createTable("audit")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("at", "bigint", required)
    .addColumn("event", text, required)
    .addColumn("user_id", text)
    .addColumn("username_fold", text)
    .addColumn("address", text)
    .addColumn("support_code", text)
    .addColumn("detail", text, required)
    .execute();
  await index(db, "audit", ["at"]);
  await index(db, "audit", ["user_id", "at"]);
  await index(db, "audit", ["username_fold", "at"]);
  await index(db, "audit", ["support_code"]);
}

/** Any three characters in a row, over the text that is kept in the table itself. */
async function indexSearchOnSqlite(db: AnyDb): Promise<void> {
  const statements = [
    sql`create virtual table customers_trigrams using fts5(
      search, content = 'customers', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1')`,
    sql`create trigger customers_added after insert on customers begin
      insert into customers_trigrams (rowid, search) values (new.seq, new.search); end`,
    sql`create trigger customers_removed after delete on customers begin
      insert into customers_trigrams (customers_trigrams, rowid, search) values ('delete', old.seq, old.search); end`,
    sql`create trigger customers_renamed after update of search on customers when old.search <> new.search begin
      insert into customers_trigrams (customers_trigrams, rowid, search) values ('delete', old.seq, old.search);
      insert into customers_trigrams (rowid, search) values (new.seq, new.search); end`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** The extension needs a right that not every installation gives; without it the same queries scan. */
async function indexSearchOnPostgres(db: AnyDb): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index customers_by_trigrams on customers using gin (search gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`.execute(db);
}
