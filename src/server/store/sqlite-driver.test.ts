import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connectSqlite, openSqlite } from "./sqlite.ts";
import { DurableSqliteDialect } from "./sqlite-driver.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

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
      answers.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  const dialect = new DurableSqliteDialect(connect);
  const db = new Kysely<{ names: { name: string } }>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table names (name text not null)`.execute(db);
  await turnEnded();
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

test("a transaction that takes several turns is committed as one", async () => {
  const { file, db, add, ended, answers } = await onSlowDisk();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
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

/** A database on a disk that is soon full. */
async function onSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
  const { db, asUnit } = openSqlite(join(folder, "test.sqlite"));
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  await sql`create table names (name text not null)`.execute(db);
  await sql`pragma max_page_count = 4`.execute(db);
  await turnEnded();
  const add = (name: string) => sql`insert into names values (${name})`.execute(db);
  const seen = async () => (await sql<{ name: string }>`select name from names`.execute(db)).rows;
  return { db, asUnit, add, seen, tooMuch: "a".repeat(100_000) };
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

test("what a full disk takes back is told to all who wrote in that turn, and to nobody who wrote after it", async () => {
  const { asUnit, add, seen, tooMuch } = await onSmallDisk();
  const unit = asUnit(async () => {
    await add("anna");
    await setImmediate();
    await add("of a turn that is kept");
  });
  const results = await Promise.allSettled([unit, add("ben"), add(tooMuch), add("cara")]);
  expect(results.map((result) => (result.status === "rejected" ? result.reason : "kept"))).toEqual([
    expect.objectContaining({ isDiskFull: true }),
    expect.objectContaining({ isDiskFull: true }),
    expect.objectContaining({ isDiskFull: true }),
    "kept",
  ]);
  expect(await seen()).toEqual([{ name: "cara" }, { name: "of a turn that is kept" }]);
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

test("who writes while another process does waits without holding up anything else, and five seconds at most", async () => {
  const { file, add, answers } = await onSlowDisk();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  const anna = add("anna");
  await turnEnded();
  other.exec("commit");
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await anna;
  other.exec("begin immediate");
  const begun = performance.now();
  const refused = await Promise.allSettled([add("ben"), add("cara"), add("dora")]);
  expect(refused.map((result) => result.status === "rejected" && result.reason)).toEqual(
    Array.from(refused, () => expect.objectContaining({ isBusy: true, retryAfterSeconds: 2 })),
  );
  const waited = performance.now() - begun;
  expect(waited).toBeGreaterThan(4900);
  expect(waited).toBeLessThan(9900);
  other.exec("commit");
  const dora = add("dora");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await dora;
});

test("what only reads waits for no other process that writes, whatever it begins with", async () => {
  const { file, db } = await onSlowDisk();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  const { rows } = await sql`with old as (select name from names) select * from old`.execute(db);
  expect(rows).toEqual([]);
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
