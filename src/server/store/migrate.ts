import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, type Migration, Migrator } from "kysely/migration";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db } from "./tables.ts";

const locked = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID };

/**
 * Runs the migrations that are missing, in the order of their names, as one transaction: where one fails none
 * has happened. Of several processes that start at once one runs them while the others wait, also where a pooler gives each
 * transaction another connection. Throws `StoreUnusable` where a newer version has run more of them.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  await db.transaction().execute(async (transaction) => {
    // Before the library itself does, which first makes the tables that it keeps its books in.
    await transaction.getExecutor().adapter.acquireMigrationLock(transaction, locked);
    const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
    const missing = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
    if (missing !== undefined)
      throw new StoreUnusable(
        `The database is of a newer version of the server (it has ${missing}): use that version, or restore a backup of before`,
        error,
      );
    if (error !== undefined) throw error;
  });
}
