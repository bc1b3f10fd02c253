import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connectSqlite, openSqlite } from "./sqlite.ts";
import { DurableSqliteDialect, longestWait } from "./sqlite-driver.ts";
import { statement } from "./statement.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { Db } from "./tables.ts";

/** What was asked before is written, and the turn in which it was is committed. */
async function turnEnded() {
  await setImmediate();
  await setImmediate();
}

/** A database whose disk answers when the test says so. */
async function onSlowDisk() {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const file = join(folder, "test.sqlite");
  const answers: ((error?: Error) => void)[] = [];
  let commits = 0;
  let isOver = false;
  const connect = () => {
    const connection = connectSqlite(file);
    const commit = () => {
      commits += 1;
      connection.commit();
    };
    return { ...connection, commit, sync };
  };
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      if (isOver) resolve();
      answers.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  const dialect = new DurableSqliteDialect(connect);
  const db = new Kysely<{ names: { name: string } }>({ dialect });
  onTestFinished(async () => {
    isOver = true;
    for (const answer of answers) answer();
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  const made = sql`create table names (name text not null)`.execute(db);
  await expect.poll(() => answers.length).toBe(1);
  answers.shift()?.();
  await made;
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
  return { file, db, dialect, add, seen, ended, answers, commits: () => commits };
}

test("what was written is on the disk before its writer goes on, and readers do not wait for it", async () => {
  const { add, seen, ended, answers } = await onSlowDisk();
  const anna = add("anna");
  expect(await seen()).toEqual(["anna"]);
  await turnEnded();
  expect(ended).toEqual([]);
  answers[0]?.();
  await anna;
  expect(answers).toHaveLength(1);
});

test("writers who come while the disk is at work share the next turn of it", async () => {
  const { add, ended, answers } = await onSlowDisk();
  const anna = add("anna");
  await turnEnded();
  const others = [add("ben"), add("cara")];
  await turnEnded();
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await anna;
  await turnEnded();
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
  const { db, add, answers } = await onSlowDisk();
  const anna = add("anna");
  await turnEnded();
  answers[0]?.();
  await anna;
  const written = sql.raw(text).execute(db);
  await turnEnded();
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
  await turnEnded();
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

test("what follows from what a unit of work writes is said once the disk has been asked, whatever it answers", async () => {
  const { dialect, add, seen, answers } = await onSlowDisk();
  const said: string[] = [];
  const addAndSay = (name: string) =>
    dialect.asUnit(async () => {
      await add(name);
      dialect.onceLasting(() => said.push(name));
    });
  const anna = addAndSay("anna");
  await expect.poll(() => answers.length).toBe(1);
  expect(said).toEqual([]);
  answers[0]?.();
  await anna;
  const ben = expect(addAndSay("ben")).rejects.toThrow("no space left");
  await expect.poll(() => answers.length).toBe(2);
  expect(said).toEqual(["anna"]);
  answers[1]?.(new Error("no space left"));
  await ben;
  expect(await seen()).toEqual(["anna", "ben"]);
  expect(said).toEqual(["anna", "ben"]);
});

test("what is said of no unit of work is said at once", async () => {
  const { dialect } = await onSlowDisk();
  const said: string[] = [];
  dialect.onceLasting(() => said.push("anna"));
  expect(said).toEqual(["anna"]);
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
  await turnEnded();
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
  const { add, answers } = await onSlowDisk();
  const anna = add("anna");
  await turnEnded();
  answers[0]?.(new Error("no space left"));
  await expect(anna).rejects.toThrow("no space left");
  const ben = add("ben");
  await turnEnded();
  answers[1]?.();
  await ben;
});

test("what many write in one turn of the event loop is committed once", async () => {
  const { db, add, seen, commits, answers } = await onSlowDisk();
  const before = commits();
  const both = db.transaction().execute(async (transaction) => {
    await transaction.insertInto("names").values({ name: "anna" }).execute();
    await transaction.insertInto("names").values({ name: "ben" }).execute();
  });
  const all = [both, add("cara"), add("dora")];
  await turnEnded();
  expect(await seen()).toEqual(["anna", "ben", "cara", "dora"]);
  expect(commits() - before).toBe(1);
  answers[0]?.();
  await Promise.all(all);
  expect(answers).toHaveLength(1);
});

test("a transaction that fails takes back what it wrote, and nothing that others wrote in its turn", async () => {
  const { db, add, seen, answers } = await onSlowDisk();
  const anna = add("anna");
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto("names").values({ name: "ben" }).execute();
    throw new Error("refused");
  });
  const refused = expect(failing).rejects.toThrow("refused");
  const cara = add("cara");
  await turnEnded();
  answers[0]?.();
  await Promise.all([anna, refused, cara]);
  expect(await seen()).toEqual(["anna", "cara"]);
});

test("a transaction that fails takes back whatever else was asked of it at the same time", async () => {
  const { db, seen } = await onDisk();
  const asked: Promise<unknown>[] = [];
  const failed = db.transaction().execute(async (transaction) => {
    asked.push(sql`select * from nowhere`.execute(transaction));
    for (const name of ["anna", "ben", "cara"])
      asked.push(sql`insert into names values (${name})`.execute(transaction));
    await Promise.all(asked);
  });
  await expect(failed).rejects.toThrow("no such table: nowhere");
  await Promise.allSettled(asked);
  expect(await seen()).toEqual([]);
});

test("a transaction that takes several turns is committed as one", async () => {
  const { file, db, add, ended, answers } = await onSlowDisk();
  const other = openByOther(file);
  const seenByOthers = () => other.prepare("select name from names").all();
  const long = db.transaction().execute(async (transaction) => {
    await transaction.insertInto("names").values({ name: "anna" }).execute();
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    expect(seenByOthers()).toEqual([]);
    await transaction.insertInto("names").values({ name: "ben" }).execute();
  });
  const cara = add("cara");
  await expect.poll(() => answers.length).toBe(1);
  expect(seenByOthers()).toHaveLength(3);
  expect(ended).toEqual([]);
  answers[0]?.();
  await Promise.all([long, cara]);
});

/** A database as the server opens it. */
async function onDisk() {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const file = join(folder, "test.sqlite");
  const store = openSqlite(file);
  const { db } = store;
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table names (name text not null)`.execute(db);
  const add = (name: string) => sql`insert into names values (${name})`.execute(db);
  const seen = async () => (await sql<{ name: string }>`select name from names`.execute(db)).rows;
  return { ...store, file, add, seen };
}

/** One on a disk that is soon full. */
async function onSmallDisk() {
  const store = await onDisk();
  await sql`pragma max_page_count = 16`.execute(store.db);
  return { ...store, tooMuch: "a".repeat(100_000) };
}

test("a transaction that a full disk took back tells of the disk, and the next one goes on", async () => {
  const { db, tooMuch } = await onSmallDisk();
  const add = (name: string) =>
    db.transaction().execute((transaction) => sql`insert into names values (${name})`.execute(transaction));
  const refused = await add(tooMuch).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreUnavailable);
  expect(refused).toMatchObject({ isDiskFull: true });
  await expect(add("anna")).resolves.toBeDefined();
});

const full = expect.objectContaining({ isDiskFull: true });

/** Why each of some work failed. */
async function outcomes(...work: Promise<unknown>[]) {
  const results = await Promise.allSettled(work);
  return results.map((result) => (result.status === "rejected" ? result.reason : "kept"));
}

test("what a full disk takes back is told to all who wrote in that turn, and to nobody who wrote after it", async () => {
  const { db, add, seen, tooMuch } = await onSmallDisk();
  const twin = sql`insert into names select 'ben' where not exists (select 1 from names where name = 'ben')`;
  const work = [add("ben"), twin.execute(db), add(tooMuch), add("cara")];
  expect(await outcomes(...work)).toEqual([full, full, full, "kept"]);
  expect(await seen()).toEqual([{ name: "cara" }]);
});

test("a unit of work of which something was taken back asks nothing more", async () => {
  const { asUnit, add, seen, tooMuch } = await onSmallDisk();
  const unit = asUnit(async () => {
    await add("anna");
    await setImmediate();
    await add("ben");
  });
  expect(await outcomes(unit, add(tooMuch))).toEqual([full, full]);
  await asUnit(() => add("cara"));
  expect(await seen()).toEqual([{ name: "cara" }]);
});

test("what follows from what a unit of work writes is never said where that is lost, and where only later things are it is", async () => {
  const { asUnit, onceLasting, add, seen, tooMuch } = await onSmallDisk();
  const said: string[] = [];
  const addAndSay = async (name: string) => {
    await add(name);
    onceLasting(() => said.push(name));
  };
  expect(
    await outcomes(
      asUnit(() => addAndSay("anna")),
      add(tooMuch),
    ),
  ).toEqual([full, full]);
  const unit = asUnit(async () => {
    await addAndSay("ben");
    await turnEnded();
    await addAndSay(tooMuch);
  });
  expect(await outcomes(unit)).toEqual([full]);
  expect(await seen()).toEqual([{ name: "ben" }]);
  expect(said).toEqual(["ben"]);
});

test("a commit that fails is told to all who wrote in that turn, and the next one goes on", async () => {
  const { db, add, seen } = await onSmallDisk();
  await db.transaction().execute(async (transaction) => {
    await sql`create table towns (name text primary key)`.execute(transaction);
    await sql`create table streets (town text references towns deferrable initially deferred)`.execute(
      transaction,
    );
  });
  const broken = sql`insert into streets values ('nowhere')`.execute(db);
  const foreign = expect.objectContaining({ errstr: "constraint failed" });
  expect(await outcomes(add("anna"), broken)).toEqual([foreign, foreign]);
  await add("ben");
  expect(await seen()).toEqual([{ name: "ben" }]);
});

test("a transaction that a full disk took back writes nothing more", async () => {
  const { db, add, seen, tooMuch } = await onSmallDisk();
  const stubborn = db.transaction().execute(async (transaction) => {
    await sql`insert into names values (${tooMuch})`.execute(transaction).catch(() => undefined);
    await sql`insert into names values ('ben')`.execute(transaction);
  });
  await expect(stubborn).rejects.toMatchObject({ isDiskFull: true });
  await add("anna");
  expect(await seen()).toEqual([{ name: "anna" }]);
});

test("who writes while another process does waits, five seconds at most, and holds up nobody who reads", async () => {
  const { file, add, seen, answers } = await onSlowDisk();
  const other = openByOther(file);
  other.exec("begin immediate");
  const anna = add("anna");
  await turnEnded();
  expect(await seen()).toEqual([]);
  other.exec("commit");
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await anna;
  other.exec("begin immediate");
  const begun = performance.now();
  const busy = expect.objectContaining({ isBusy: true, retryAfterSeconds: 2 });
  expect(await outcomes(add("ben"), add("cara"))).toEqual([busy, busy]);
  expect(performance.now() - begun).toBeGreaterThan(4900);
  other.exec("commit");
  const dora = add("dora");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await dora;
  expect(await seen()).toEqual(["anna", "dora"]);
});

test("a crowd that writes while another process does waits no longer than one", async () => {
  const { file, add } = await onDisk();
  const other = openByOther(file);
  other.exec("begin immediate");
  const begun = performance.now();
  const found = await outcomes(...Array.from({ length: 1000 }, (_, index) => add(`name-${index}`)));
  expect(new Set(found.map((error) => error instanceof StoreUnavailable && error.isBusy))).toEqual(
    new Set([true]),
  );
  expect(performance.now() - begun).toBeLessThan(3 * longestWait);
  other.exec("commit");
});

test("who waits for another process goes on after a transaction that ended meanwhile", async () => {
  const { file, db, add, seen } = await onDisk();
  const other = openByOther(file);
  other.exec("begin immediate");
  const waiting = add("anna");
  await turnEnded();
  other.exec("commit");
  await db.transaction().execute((transaction) => sql`insert into names values ('ben')`.execute(transaction));
  await waiting;
  expect(await seen()).toEqual([{ name: "ben" }, { name: "anna" }]);
});

test("what was asked before the database is closed is done and on the disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "test.sqlite");
  const { db } = openSqlite(file);
  await sql`create table names (name text not null)`.execute(db);
  const long = db.transaction().execute(async (transaction) => {
    await sql`insert into names values ('anna')`.execute(transaction);
    await turnEnded();
    await sql`insert into names values ('ben')`.execute(transaction);
  });
  const cara = sql`insert into names values ('cara')`.execute(db);
  await setImmediate();
  await Promise.all([db.destroy(), long, cara]);
  const after = new DatabaseSync(file);
  expect(after.prepare("select name from names").all()).toHaveLength(3);
  after.close();
});

test("what only reads waits for no other process that writes, whatever it begins with", async () => {
  const { file, db } = await onSlowDisk();
  const other = openByOther(file);
  other.exec("begin immediate");
  const { rows } = await sql`with old as (select name from names) select * from old`.execute(db);
  expect(rows).toEqual([]);
});

test("the real log of writes is brought to the disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { database, sync, close, commit } = connectSqlite(join(folder, "test.sqlite"));
  database.prepare("create table names (name text)").run([]);
  commit();
  await sync();
  database.close();
  await close();
});

/** Statements that a database in this process runs at once. */
const addNow = statement((db: Db, { name }: { name: string }) =>
  sql`insert into names values (${name})`.compile(db),
);
const namesNow = statement((db: Db, _given: object) =>
  sql<{ name: string }>`select name from names`.compile(db),
);

test("a statement that writes at once for a unit of work waits for the disk at its end, and its turn is committed", async () => {
  const { db, dialect, ended, answers, commits } = await onSlowDisk();
  const before = commits();
  const unit = dialect.asUnit(async () => {
    expect(await addNow(db as unknown as Db, { name: "anna" })).toMatchObject({ numAffectedRows: 1n });
    ended.push("statement");
  });
  const isOver = unit.then(() => ended.push("unit"));
  await expect.poll(() => answers.length).toBe(1);
  expect(commits() - before).toBe(1);
  expect(ended).toEqual(["statement"]);
  answers[0]?.();
  await isOver;
});

test("a look at once that fails with the disk is told to those who wrote in its turn, and to nobody after it", async () => {
  const { file, db, asUnit } = await onDisk();
  const other = openByOther(file);
  for (let count = 0; count < 40; count += 1)
    other.prepare("insert into names values (?)").run("anna".repeat(1000));
  const log = readFileSync(`${file}-wal`);
  const looked = Promise.withResolvers<unknown>();
  const unit = asUnit(async () => {
    await addNow(db, { name: "ben" });
    truncateSync(`${file}-wal`, 100);
    namesNow(db, {}).catch(looked.resolve);
  });
  const away = expect.any(StoreUnavailable);
  expect([await looked.promise, ...(await outcomes(unit))]).toEqual([away, away]);
  writeFileSync(`${file}-wal`, log);
  await addNow(db, { name: "cara" });
});

test("a transaction that is over runs no statement at once", async () => {
  const { db, seen } = await onDisk();
  let over: Db | undefined;
  await db.transaction().execute(async (transaction) => {
    over = transaction;
    await addNow(transaction, { name: "anna" });
  });
  await expect(addNow(over as Db, { name: "ben" })).rejects.toThrow("already committed");
  expect(await seen()).toEqual([{ name: "anna" }]);
  await db.transaction().execute(async (transaction) => {
    await addNow(transaction, { name: "cara" });
    await expect(addNow(over as Db, { name: "ben" })).rejects.toThrow("already committed");
  });
  expect(await seen()).toEqual([{ name: "anna" }, { name: "cara" }]);
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

/** The file as another process has it. */
function openByOther(file: string): DatabaseSync {
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  return other;
}
