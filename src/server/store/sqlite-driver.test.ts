import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connectSqlite, openSqlite } from "./sqlite.ts";
import { DurableSqliteDialect } from "./sqlite-driver.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

/** A database whose disk answers when the test says so. */
async function onSlowDisk() {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const answers: ((error?: Error) => void)[] = [];
  const connection = () => ({
    ...connectSqlite(join(folder, "test.sqlite")),
    sync: () =>
      new Promise<void>((resolve, reject) => {
        answers.push((error) => (error === undefined ? resolve() : reject(error)));
      }),
  });
  const dialect = new DurableSqliteDialect(connection);
  const db = new Kysely<{ names: { name: string } }>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table names (name text not null)`.execute(db);
  const ended: string[] = [];
  const add = (name: string) => {
    const added = db
      .insertInto("names")
      .values({ name })
      .execute()
      .then(() => ended.push(name));
    added.catch(() => undefined);
    return added;
  };
  const seen = async () => (await db.selectFrom("names").select("name").execute()).map(({ name }) => name);
  return { db, dialect, add, seen, ended, answers };
}

test("what was written is on the disk before its writer goes on, and readers do not wait for it", async () => {
  const { add, seen, ended, answers } = await onSlowDisk();
  const anna = add("anna");
  expect(await seen()).toEqual(["anna"]);
  expect(ended).toEqual([]);
  answers[0]?.();
  await anna;
  expect(answers).toHaveLength(1);
});

test("writers who come while the disk is at work share the next turn of it", async () => {
  const { add, seen, ended, answers } = await onSlowDisk();
  const anna = add("anna");
  await seen();
  const others = [add("ben"), add("cara")];
  await seen();
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await anna;
  await seen();
  expect(ended).toEqual(["anna"]);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await Promise.all(others);
  expect(ended).toEqual(["anna", "ben", "cara"]);
  expect(answers).toHaveLength(2);
});

test.each([
  ["an insert that gives its rows", "insert into names values ('ben') returning name"],
  ["an update", "update names set name = 'ben'"],
  ["a deletion", "delete from names"],
  [
    "one that begins with what it reads",
    "with old as (select name from names) insert into names select name from old",
  ],
])("%s waits for the disk too", async (_kind, text) => {
  const { db, add, seen, answers } = await onSlowDisk();
  const anna = add("anna");
  await seen();
  answers[0]?.();
  await anna;
  const written = sql.raw(text).execute(db);
  await seen();
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await written;
});

test("a transaction waits for the disk once, at its end", async () => {
  const { db, seen, answers } = await onSlowDisk();
  const both = db.transaction().execute(async (transaction) => {
    await transaction.insertInto("names").values({ name: "anna" }).execute();
    await transaction.insertInto("names").values({ name: "ben" }).execute();
  });
  expect(await seen()).toEqual(["anna", "ben"]);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await both;
});

test("a unit of work waits for the disk once, at its end, also where it fails", async () => {
  const { dialect, add, seen, ended, answers } = await onSlowDisk();
  const unit = dialect.asUnit(async () => {
    await add("anna");
    await dialect.asUnit(() => add("ben"));
    throw new Error("refused");
  });
  const refused = expect(unit.finally(() => ended.push("unit"))).rejects.toThrow("refused");
  await expect.poll(() => answers.length).toBe(1);
  expect(await seen()).toEqual(["anna", "ben"]);
  expect(ended).toEqual(["anna", "ben"]);
  answers[0]?.();
  await refused;
});

test("a unit that only looks does not wait, and what is written beside or after it does", async () => {
  const { dialect, add, seen, ended, answers } = await onSlowDisk();
  const beside = add("anna");
  let later = Promise.resolve(0);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  expect(
    await dialect.asUnit(async () => {
      later = isOver.then(() => add("ben"));
      return seen();
    }),
  ).toEqual(["anna"]);
  expect(ended).toEqual([]);
  answers[0]?.();
  await beside;
  end();
  await expect.poll(() => answers.length).toBe(2);
  expect(ended).toEqual(["anna"]);
  answers[1]?.();
  await later;
});

test("a disk that fails is told to those who wrote, and tried again for the next", async () => {
  const { add, seen, answers } = await onSlowDisk();
  const anna = add("anna");
  await seen();
  answers[0]?.(new Error("no space left"));
  await expect(anna).rejects.toThrow("no space left");
  const ben = add("ben");
  await seen();
  answers[1]?.();
  await ben;
});

test("a transaction that a full disk took back tells of the disk, and the next one goes on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const { db } = openSqlite(join(folder, "test.sqlite"));
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table names (name text not null)`.execute(db);
  await sql`pragma max_page_count = 4`.execute(db);
  const add = (name: string) =>
    db.transaction().execute((transaction) => sql`insert into names values (${name})`.execute(transaction));
  const refused = await add("a".repeat(100_000)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreUnavailable);
  expect(refused).toMatchObject({ isDiskFull: true });
  await expect(add("anna")).resolves.toBeDefined();
});

test("the real log of writes is brought to the disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { database, sync, close, changes } = connectSqlite(join(folder, "test.sqlite"));
  database.prepare("create table names (name text)").run([]);
  database.prepare("insert into names values ('anna')").run([]);
  expect(changes()).toBe(1);
  await sync();
  database.close();
  await close();
});

test("columns that another process adds to a table are read by their names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const file = join(folder, "test.sqlite");
  const { db } = openSqlite(file);
  const other = new DatabaseSync(file);
  onTestFinished(async () => {
    other.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  other.exec("create table names (name text); insert into names values ('anna')");
  other.exec("create table towns (town text); insert into towns values ('Bonn')");
  const both = async () => (await sql`select names.*, towns.* from names, towns`.execute(db)).rows;
  expect(await both()).toEqual([{ name: "anna", town: "Bonn" }]);
  other.exec("alter table names add column age integer not null default 7");
  expect(await both()).toEqual([{ name: "anna", age: 7, town: "Bonn" }]);
});
