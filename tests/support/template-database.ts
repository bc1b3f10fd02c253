import type { TestProject } from "vitest/node";
import { openStore } from "../../src/server/store/store.ts";
import { createTemporaryDatabase, postgresIsReachable } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database of PostgreSQL. */
    templateDatabase?: string;
  }
}

/** Migrates a database of PostgreSQL once for a run, because each suite needs a migrated one and a copy is made faster; gives what removes it. */
export default async function provideTemplate({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!postgresIsReachable) return async () => undefined;
  const { settings, drop } = await createTemporaryDatabase("postgres", { sparesDisk: true });
  const store = openStore(settings, { warn: () => undefined });
  // Where it fails, each suite that needs one tells why.
  const isMigrated = await store.migrate().then(
    () => true,
    () => false,
  );
  // While anybody is connected to it, nobody can copy it.
  await store.close();
  if (isMigrated) provide("templateDatabase", new URL(settings.databaseUrl ?? "").pathname.slice(1));
  return drop;
}
