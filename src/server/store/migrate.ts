import { sql } from "kysely";
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, type Migration, Migrator } from "kysely/migration";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db } from "./tables.ts";

/** SQLSTATE of PostgreSQL. */
const insufficientPrivilege = "42501";

const locked = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

/**
 * Runs the migrations that are missing, in the order of their names, as one transaction: where one fails none
 * has happened. Of several processes that start at once one runs them while the others wait, also where a pooler gives each
 * transaction another connection. Throws `StoreUnusable` where a newer version has run more of them. Where `check` of what has come of it
 * throws, none has happened either.
 */
export async function migrate(
  db: Db,
  migrations: Record<string, Migration>,
  check?: (db: Db) => Promise<void>,
): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  await db.transaction().execute(async (transaction) => {
    // Before the library itself does, which first makes the tables that it keeps its books in.
    await transaction.getExecutor().adapter.acquireMigrationLock(transaction, locked);
    const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
    const missing = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
    if (missing !== undefined) throw newerDatabase(missing, error);
    if (Object(error).code === insufficientPrivilege)
      throw new StoreUnusable(
        `The role of DATABASE_URL may not bring its database up to date (${(error as Error).message}): have it own the tables that are there, and the database or create on the schema public`,
        error,
      );
    if (error !== undefined) throw error;
    await check?.(transaction);
  });
}

/** Throws `StoreUnusable` where other migrations have run than those of this version; for what runs none itself. */
export async function assertCurrent(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const done = rows.map(({ name }) => name);
  const names = Object.keys(migrations);
  const newer = done.find((name) => !names.includes(name));
  if (newer !== undefined) throw newerDatabase(newer);
  const missing = names.find((name) => !done.includes(name));
  if (missing !== undefined)
    throw new StoreUnusable(
      `The database is of an older version of the server (it lacks ${missing}): use that version, or start this one once, which brings it up to date`,
    );
}

function newerDatabase(migration: string, cause?: unknown): StoreUnusable {
  return new StoreUnusable(
    `The database is of a newer version of the server (it has ${migration}): use that version, or restore a backup of before`,
    cause,
  );
}
