import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "./tables.ts";

/**
 * Runs the migrations that are missing, in the order of their names, as one transaction: where one fails none
 * has happened. Of several processes that start at once one runs them while the others wait.
 */
export async function migrate(db: Db, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
