import { type RawBuilder, sql, type TableMetadata } from "kysely";
import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { createTemporaryDatabase, onEachDatabase } from "../../../tests/support/databases.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openStore } from "./store.ts";
import type { DatabaseKind, Db } from "./tables.ts";

/** The last one that may have taken something away: from the next on, versions run beside each other. */
const lastBeforeTheFirstRelease = "006-audit-trail";

onEachDatabase(({ kind }) => {
  const firstOnes = Object.entries(migrations(kind)).filter(([name]) => name <= lastBeforeTheFirstRelease);

  test("later migrations only add, so that what runs of the version before goes on while processes are renewed", async () => {
    expect(await brokenBy(kind, Object.fromEntries(firstOnes), migrations(kind))).toEqual([]);
  });

  const renamed = ["users.disabled", "users.shut"];
  test.each<[string, (db: Db) => Promise<void>, string[]]>([
    ["a table that is gone", (db) => db.schema.dropTable("tickets").execute(), ["tickets"]],
    ["a column that is gone", (db) => changed(db, "users").dropColumn("email").execute(), ["users.email"]],
    [
      "a column of another name",
      (db) => changed(db, "users").renameColumn("disabled", "shut").execute(),
      renamed,
    ],
    ["a column with a default", (db) => addCause(db, sql`text not null default ''`), []],
    ["a column that may be empty", (db) => addCause(db, sql`text`), []],
    ["a column that must be written", (db) => addCause(db, sql`text not null`), ["throttle.cause"]],
  ])("%s is judged right", async (_what, up, broken) => {
    const all = { ...migrations(kind), "999-changes": { up } };
    expect(await brokenBy(kind, migrations(kind), all)).toEqual(broken);
  });
});

const changed = (db: Db, table: string) => db.schema.alterTable(table);

/** In a table made anew, as SQLite adds no column that must be written. */
async function addCause(db: Db, type: RawBuilder<unknown>): Promise<void> {
  await db.schema.dropTable("throttle").execute();
  await sql`create table throttle
    (key text primary key, failures integer, locked_until bigint, expires_at bigint, cause ${type})`.execute(
    db,
  );
}

/** What statements of a version that knows the first migrations alone would miss after the others; its tables and columns. */
async function brokenBy(
  kind: DatabaseKind,
  first: Record<string, Migration>,
  all: Record<string, Migration>,
): Promise<string[]> {
  const { settings, drop } = await createTemporaryDatabase(kind);
  const store = openStore(settings, { warn: () => undefined });
  try {
    await migrate(store.db, first);
    const before = await store.db.introspection.getTables();
    await migrate(store.db, all);
    const after = await store.db.introspection.getTables();
    return before.flatMap((table) =>
      brokenIn(
        table,
        after.find(({ name }) => name === table.name),
      ),
    );
  } finally {
    await store.close();
    await drop();
  }
}

function brokenIn(before: TableMetadata, after: TableMetadata | undefined): string[] {
  if (after === undefined) return [before.name];
  const missing = before.columns.filter(({ name }) => !after.columns.some((column) => column.name === name));
  const isKnown = (name: string) => before.columns.some((column) => column.name === name);
  const demanded = after.columns.filter(
    ({ name, isNullable, hasDefaultValue }) => !isKnown(name) && !isNullable && !hasDefaultValue,
  );
  return [...missing, ...demanded].map(({ name }) => `${before.name}.${name}`);
}
