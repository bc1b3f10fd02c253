import { sql, type TableMetadata } from "kysely";
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

  const before = { words: "text not null", marks: "integer not null default 0", place: "text" };
  const { place, ...withoutPlace } = before;
  test.each<[string, Columns | undefined, string[]]>([
    ["a table that is gone", undefined, ["notes"]],
    ["a column that is gone", withoutPlace, ["notes.place"]],
    ["a column of another name", { ...withoutPlace, spot: place }, ["notes.place"]],
    ["a column of another type", { ...before, place: "integer" }, ["notes.place"]],
    ["a column that may not be empty any more", { ...before, place: "text not null" }, ["notes.place"]],
    ["a column that may be empty now", { ...before, words: "text" }, []],
    ["a column without its default", { ...before, marks: "integer not null" }, ["notes.marks"]],
    ["a new column with a default", { ...before, cause: "text not null default ''" }, []],
    ["a new column that may be empty", { ...before, cause: "text" }, []],
    ["a new column that must be written", { ...before, cause: "text not null" }, ["notes.cause"]],
  ])("%s is judged right", async (_what, after, broken) => {
    const first = { ...migrations(kind), "998-notes": notes(before) };
    expect(await brokenBy(kind, first, { ...first, "999-changes": notes(after) })).toEqual(broken);
  });
});

/** Types of a table's columns by their names. */
type Columns = Record<string, string>;

/** Makes a table anew, or removes it. */
function notes(columns: Columns | undefined): Migration {
  return {
    up: async (db: Db) => {
      await db.schema.dropTable("notes").ifExists().execute();
      if (columns === undefined) return;
      const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
      await sql`create table notes (${sql.raw(definitions.join(", "))})`.execute(db);
    },
  };
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
  const demanding = after.columns.filter((column) => {
    const was = before.columns.find(({ name }) => name === column.name);
    if (was === undefined) return !column.isNullable && !column.hasDefaultValue;
    return (
      column.dataType !== was.dataType ||
      (was.isNullable && !column.isNullable) ||
      (was.hasDefaultValue && !column.hasDefaultValue)
    );
  });
  return [...missing, ...demanding].map(({ name }) => `${before.name}.${name}`);
}
