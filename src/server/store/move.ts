import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import type { SecretKeys } from "../crypto.ts";
import { assertOwn, CopyRefused, refusalOf } from "./backup.ts";
import { assertOpen } from "./secrets.ts";
import type { Store } from "./store.ts";
import type { Db, Tables } from "./tables.ts";

/** A table that is moved, and how many rows it has. */
export interface MovedTable {
  name: string;
  rows: number;
}

interface Table extends MovedTable {
  columns: string[];
  /** Of the primary key. */
  key: string[];
}

type Row = Record<string, unknown>;

const batchSize = 1000;

/** Values that PostgreSQL does not take, rows that do not fit each other, entries too long for an index: classes of SQLSTATE. */
const refusals = new Set(["22", "23", "54"]);

/**
 * Copies all that a SQLite file holds into the empty database of a store on PostgreSQL, which it makes the tables in: wholly or
 * not at all. Nobody else can open the file meanwhile, which stays as it was. Gives the tables that have rows. Throws `CopyRefused`,
 * or `StoreUnusable` where `secretKeys` does not open the file.
 */
export async function move(
  file: string,
  store: Pick<Store, "migrate">,
  secretKeys: SecretKeys,
  onProgress: (done: number, all: number) => void,
): Promise<MovedTable[]> {
  const source = openLocked(file);
  try {
    assertOpen(read<Tables["secrets"]>(source, "select kind, value from secrets"), secretKeys);
    const tables = tablesOf(source);
    const all = tables.reduce((sum, { rows }) => sum + rows, 0);
    // Within the transaction that makes the tables, so that no server can start on some of them.
    await store.migrate(async (db) => {
      await assertEmpty(db, tables);
      let done = 0;
      await withoutIndices(db, tables, async () => {
        for (const table of tables)
          for (const rows of batchesOf(source, table)) {
            await write(db, table, rows);
            done += rows.length;
            onProgress(done, all);
          }
      }).catch(refuse);
      await goOnCounting(db, tables);
      // A database that knows nothing of its tables yet would be slow for whoever comes back first.
      await sql`analyze ${listOf(tables)}`.execute(db);
    });
    return tables.flatMap(({ name, rows }) => (rows === 0 ? [] : [{ name, rows }]));
  } finally {
    source.close();
  }
}

/** Opens a file that no process has open, of this very version, and keeps others from it. */
function openLocked(file: string): DatabaseSync {
  if (!existsSync(file)) throw new CopyRefused(`There is no file ${file}.`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // In this order no process can be reading either, which without it WAL allows (sqlite.org/wal.html#noshm).
    database.exec("pragma locking_mode = exclusive; begin exclusive");
    const [missing] = assertOwn(database);
    if (missing === undefined) return database;
    throw new CopyRefused(
      `The file is of an older version of the server (it lacks ${missing}): start this version once on it, which brings it up to date.`,
    );
  } catch (error) {
    database?.close();
    throw refusalOf(error, file);
  }
}

function read<Found>(database: DatabaseSync, text: string, ...values: string[]): Found[] {
  return database.prepare(text).all(...values) as Found[];
}

/** All but SQLite's own, those of its search index and the books of migrations, in the order in which they were made: none refers to a later one. */
function tablesOf(source: DatabaseSync): Table[] {
  const names = read<{ name: string }>(
    source,
    `select name from sqlite_schema join pragma_table_list using (name)
      where pragma_table_list.type = 'table' and name not like 'sqlite!_%' escape '!' and name not like 'kysely!_%' escape '!'
      order by sqlite_schema.rowid`,
  );
  return names.map(({ name }) => {
    const columns = read<{ name: string; pk: number }>(
      source,
      "select name, pk from pragma_table_info(?)",
      name,
    );
    const [{ rows } = { rows: 0 }] = read<{ rows: number }>(source, `select count(*) as rows from "${name}"`);
    return {
      name,
      rows,
      columns: columns.map((column) => column.name),
      key: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
    };
  });
}

function* batchesOf(source: DatabaseSync, { name, columns }: Table): Generator<Row[]> {
  let batch: Row[] = [];
  const rows = source.prepare(`select ${columns.map((column) => `"${column}"`).join(", ")} from "${name}"`);
  for (const row of rows.iterate()) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function assertEmpty(db: Db, tables: readonly Table[]): Promise<void> {
  // What a server that runs on it would write meanwhile.
  await sql`lock table ${listOf(tables)} in access exclusive mode`.execute(db);
  const looks = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db);
  if (rows.length === 0) return;
  const filled = rows.map(({ name }) => name).join(", ");
  throw new CopyRefused(
    `The database that DATABASE_URL names is not empty (${filled}): make a new one. A server that was only started on it has written there too.`,
  );
}

/** Does some work while tables have no indices but those of their keys: made at the end they take a fraction of the time. */
async function withoutIndices(db: Db, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const names = tables.map(({ name }) => name);
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${names}::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  await work();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}

async function write(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = listOf(table.columns.map((name) => ({ name })));
  const text = JSON.stringify(rows);
  if (text.includes("\\u0000")) assertNoZero(table, rows);
  await sql`
    insert into ${sql.table(table.name)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${text})`.execute(db);
}

/** No form and no import takes it, but whoever wrote into the file by other means may have. */
function assertNoZero({ name, key }: Table, rows: readonly Row[]): void {
  for (const row of rows)
    for (const [column, value] of Object.entries(row))
      if (typeof value === "string" && value.includes("\0")) {
        const place = JSON.stringify(Object.fromEntries(key.map((part) => [part, row[part]])));
        throw new CopyRefused(
          `PostgreSQL takes no character U+0000, which the column ${column} of the table ${name} has in the row ${place}: write another text there.`,
        );
      }
}

function refuse(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && refusals.has(error.code?.slice(0, 2) ?? ""))) throw error;
  const reason = [error.message, error.detail].filter(Boolean).join(": ");
  throw new CopyRefused(`PostgreSQL does not take what the file holds: ${reason}`, { cause: error });
}

/** The next row gets a number that no row has. */
async function goOnCounting(db: Db, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => name);
  const { rows } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname as column from pg_attribute
    where attrelid = any(${names}::regclass[]) and attidentity <> ''`.execute(db);
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)})) from ${sql.table(table)}`.execute(
      db,
    );
}

function listOf(named: readonly { name: string }[]) {
  return sql.join(named.map(({ name }) => sql.id(name)));
}
