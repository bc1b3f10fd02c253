import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTemporaryDatabase, postgresIsReachable } from "../../../tests/support/databases.ts";
import type { SecretKeys } from "../crypto.ts";
import { backUp, CopyRefused } from "./backup.ts";
import { upsertCustomers } from "./customers.ts";
import { move } from "./move.ts";
import { keepRetired } from "./secrets.ts";
import { openStore, type Store } from "./store.ts";
import { StoreUnusable } from "./store-unusable.ts";

const keys: SecretKeys = [randomBytes(32)];
const noProgress = () => undefined;

let folder = "";
let filled = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vestibule-move-"));
  filled = join(folder, "filled.sqlite");
  const store = openStore({ databaseUrl: undefined, databaseFile: filled }, { warn: () => undefined });
  await store.migrate();
  await keepRetired(store.db, keys, "signing-es256", { kid: "ours", value: "{}" }, 1);
  await store.close();
  change(fill)(filled);
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(!postgresIsReachable)("a move to PostgreSQL", () => {
  test("brings every column of every row of every table, makes each index, and leaves the file as it was", async () => {
    const [file, target] = [await sqliteFile(), await postgres()];
    const bytes = await readFile(file);
    const shown: [number, number][] = [];
    const moved = await move(file, target, keys, (...at) => shown.push(at));

    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect(await readdir(join(file, ".."))).toEqual(["test.sqlite"]);
    const source = new DatabaseSync(file);
    const here = await tablesOf(target);
    expect(moved.map(({ name }) => name).sort()).toEqual(here);
    for (const { name, rows } of moved) {
      const wanted = source.prepare(`select * from ${name}`).all();
      const { rows: found } = await sql<object>`select * from ${sql.table(name)}`.execute(target.db);
      expect(wanted).toHaveLength(rows);
      expect([name, ordered(found)]).toEqual([name, ordered(wanted)]);
    }
    source.close();
    const all = moved.reduce((sum, { rows }) => sum + rows, 0);
    expect(shown.at(-1)).toEqual([all, all]);
    expect(shown.length).toBeGreaterThan(moved.length);

    await target.assertCurrent();
    const fresh = await postgres();
    await fresh.migrate();
    expect(await indicesOf(target)).toEqual(await indicesOf(fresh));
    // The next one gets a number of its own.
    await upsertCustomers(target.db, [{ id: "next", number: "1", name: "Next" }]);
  });

  test("takes a backup as it takes the database", async () => {
    const [file, target] = [await sqliteFile(), await postgres()];
    const copy = join(file, "..", "backup.sqlite");
    await backUp(file, copy);
    expect(await move(copy, target, keys, noProgress)).toContainEqual({ name: "users", rows: 2 });
  });

  test("takes along what a killed server left beside the file", async () => {
    const [file, target] = [await sqliteFile(), await postgres()];
    const server = openStore({ databaseUrl: undefined, databaseFile: file }, { warn: () => undefined });
    await upsertCustomers(server.db, [{ id: "last", number: "1", name: "Last" }]);
    const left = join(await mkdtemp(join(folder, "killed-")), "test.sqlite");
    for (const companion of ["", "-wal"]) await copyFile(file + companion, left + companion);
    await server.close();
    await move(left, target, keys, noProgress);
    const last = target.db.selectFrom("customers").select("name").where("id", "=", "last");
    expect(await last.execute()).toEqual([{ name: "Last" }]);
  });

  /** What is done to a file before, and what is said of it. */
  const refused: Record<string, [(file: string) => unknown, RegExp]> = {
    "that is not there": [(file) => rm(file), /^There is no file /],
    "that is a folder": [
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
      /^.* cannot be opened: unable to open database file\.$/,
    ],
    "that is no database": [
      (file) => writeFile(file, "no database at all, though long enough".repeat(50)),
      /^The file is no database of this server\.$/,
    ],
    "of something else": [
      change("drop table kysely_migration"),
      /^The file is no database of this server\.$/,
    ],
    "that is damaged": [
      async (file) => writeFile(file, (await readFile(file)).fill(1, 8 * 4096, 60 * 4096)),
      /^The file is (damaged|no database)/,
    ],
    "of a newer version": [
      change("insert into kysely_migration values ('999-of-tomorrow', '2031')"),
      /^The file is of a newer version of the server \(it has 999-of-tomorrow\): use that version\.$/,
    ],
    "of an older version": [
      change("delete from kysely_migration where name >= '013'"),
      /^The file is of an older version of the server \(it lacks 013-narrow-indices\): start this version once on it, which brings it up to date\.$/,
    ],
    "with a text that PostgreSQL does not take": [
      change("update audit set address = 'a' || char(0) where id like 'row 2%'"),
      /U\+0000, which the column address of the table audit has in the row \{"id":"row 2/,
    ],
    "with a row that refers to none": [
      change("insert into customer_uses values ('nobody', 'nothing', 1)"),
      /^PostgreSQL does not take what the file holds: .*customer_uses.*: Key \(user_id\)=\(nobody\) is not present/,
    ],
  };
  test("refuses a file that is none of this version, or not whole, and leaves nothing behind", async () => {
    const target = await postgres();
    for (const [what, [spoil, words]] of Object.entries(refused)) {
      const file = await sqliteFile();
      await spoil(file);
      const error = await move(file, target, keys, noProgress).catch((caught: unknown) => caught);
      expect(error, what).toBeInstanceOf(CopyRefused);
      expect((error as Error).message).toMatch(words);
      expect([what, await tablesOf(target)]).toEqual([what, []]);
      if (existsSync(file)) expect(await readdir(join(file, ".."))).toEqual(["test.sqlite"]);
    }
    await expect(move(await sqliteFile(), target, [randomBytes(32)], noProgress)).rejects.toThrow(
      StoreUnusable,
    );
    expect(await tablesOf(target)).toEqual([]);
  });

  test("refuses a database that is not empty, and takes one in which there are tables alone", async () => {
    const [file, target] = [await sqliteFile(), await postgres()];
    await target.migrate();
    await keepRetired(target.db, keys, "signing-es256", { kid: "theirs", value: "{}" }, 1);
    await expect(move(file, target, keys, noProgress)).rejects.toThrow(
      /^The database that DATABASE_URL names is not empty \(secrets\): make a new one\./,
    );
    await target.db.deleteFrom("secrets").execute();
    await expect(move(file, target, keys, noProgress)).resolves.not.toEqual([]);
  });

  test("refuses a file that a server has open, and lets none open it meanwhile", async () => {
    const [file, target] = [await sqliteFile(), await postgres()];
    const server = openStore({ databaseUrl: undefined, databaseFile: file }, { warn: () => undefined });
    await server.ping();
    await expect(move(file, target, keys, noProgress)).rejects.toThrow(`${file} is in use: stop the server`);
    await server.close();
    await move(file, target, keys, () => {
      const other = new DatabaseSync(file, { timeout: 0 });
      expect(() => other.prepare("select count(*) from users").all()).toThrow("database is locked");
      other.close();
    });
  });
});

/** A filled SQLite file of this version, in a folder of its own, that no process has open. */
async function sqliteFile(): Promise<string> {
  const file = join(await mkdtemp(join(folder, "file-")), "test.sqlite");
  await copyFile(filled, file);
  return file;
}

/** Writes into a file as somebody does who looks after nothing. */
function change(work: string | ((database: DatabaseSync) => void)): (file: string) => void {
  return (file) => {
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    if (typeof work === "string") database.exec(work);
    else work(database);
    database.close();
  };
}

/**
 * Two rows in every table, of which one has nothing that may be left out, and the audit more than go at once. Texts are the same in each column, so that
 * those fit together which refer to each other.
 */
function fill(database: DatabaseSync): void {
  const tables = database
    .prepare(
      "select name from pragma_table_list where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'",
    )
    .all();
  for (const { name } of tables) {
    // Its values have to be sealed.
    if (name === "secrets") continue;
    const columns = database.prepare("select * from pragma_table_info(?)").all(String(name));
    const insert = database.prepare(`insert into ${name} values (${columns.map(() => "?").join(", ")})`);
    for (let row = 1; row <= (name === "audit" ? 2500 : 2); row += 1)
      insert.run(
        ...columns.map(({ type, notnull, pk }) => {
          if (row === 2 && notnull === 0 && pk === 0) return null;
          return valueFor(String(type).toLowerCase(), row);
        }),
      );
  }
}

const greatest: Record<string, number> = { integer: 2 ** 31 - 1, bigint: Number.MAX_SAFE_INTEGER };

function valueFor(type: string, row: number): string | number {
  const number = greatest[type];
  if (number !== undefined) return number - row;
  if (type === "text") return `row ${row} {"a":"\\u0000 \\n"}\n\t'\u001f Łódź 😀 \uffff`;
  throw new Error(`A move has to be tried with ${type}`);
}

async function postgres(): Promise<Store> {
  const { settings, drop } = await createTemporaryDatabase("postgres", { sparesDisk: true });
  const store = openStore(settings, { warn: () => undefined });
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  return store;
}

async function tablesOf({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    db,
  );
  return rows.map(({ name }) => name).sort();
}

async function indicesOf({ db }: Store): Promise<object[]> {
  const { rows } = await sql<object>`
    select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`.execute(db);
  return rows;
}

function ordered(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}
