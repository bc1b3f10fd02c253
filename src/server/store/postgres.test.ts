import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createTemporaryDatabase,
  postgresIsReachable,
  type TemporaryDatabase,
} from "../../../tests/support/databases.ts";
import { type SlowLine, slowLine } from "../../../tests/support/slow-line.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { statement, writing } from "./statement.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { Db } from "./tables.ts";
import { clearTries, giveBackTry, readTries, takeTry } from "./throttle.ts";
import { holdAccount, insertUser, type User } from "./users.ts";

const now = 1_700_000_000_000;
const policy = { steps: [{ failures: 3, wait: 0 }], forgetAfter: 60_000 } as const;

describe.skipIf(!postgresIsReachable)("a transaction on PostgreSQL", () => {
  let database: TemporaryDatabase;
  let line: SlowLine;
  let db: Db;

  beforeAll(async () => {
    database = await createTemporaryDatabase("postgres", { sparesDisk: true });
    const url = new URL(database.settings.databaseUrl ?? "");
    line = await slowLine(url.hostname, Number(url.port || 5432));
    url.host = `127.0.0.1:${line.port}`;
    const onLost = () => undefined;
    const unlimited = openPostgres(database.settings.databaseUrl ?? "", { limited: false, onLost });
    await migrate(unlimited.db, migrations("postgres"));
    await unlimited.db.destroy();
    ({ db } = openPostgres(url.href, { limited: true, size: 1, onLost }));
  });

  afterAll(async () => {
    await db.destroy();
    await line.close();
    await database.drop();
  });

  const idleLimit = async (on: Db) => {
    const { rows } = await sql<{ idle_in_transaction_session_timeout: string }>`
      show idle_in_transaction_session_timeout`.execute(on);
    return rows.map(({ idle_in_transaction_session_timeout: limit }) => limit);
  };

  test("holds what it has locked for ten seconds and no longer where its process stands still", async () => {
    expect(await idleLimit(db)).toEqual(["10s"]);
  });

  test("brings the schema up to date under the same limit: others that start wait for its lock, and nobody is answered meanwhile", async () => {
    const { db: unlimited } = openPostgres(database.settings.databaseUrl ?? "", {
      limited: false,
      size: 1,
      onLost: () => undefined,
    });
    const migration = { up: async (within: Db) => void told.push(...(await idleLimit(within))) };
    const told: string[] = [];
    await migrate(unlimited, { ...migrations("postgres"), "999": migration });
    expect([told, await idleLimit(unlimited)]).toEqual([["10s"], ["0"]]);
    await sql`delete from kysely_migration where name = '999'`.execute(unlimited);
    await unlimited.destroy();
  });

  const signsIn = (
    { id, version }: User,
    work: (transaction: Db) => Promise<unknown> = async () => undefined,
  ) =>
    db.transaction().execute(async (transaction) => {
      expect(await holdAccount(transaction, id)).toBe(version);
      await clearTries(transaction, id);
      await giveBackTry(transaction, `${id} elsewhere`, 0);
      return work(transaction);
    });

  const addPerson = async () => {
    const username = `person ${Math.random()}`;
    const user = await insertUser(db, { username, displayName: username, passwordPhc: "phc" }, now);
    await takeTry(db, user.id, policy, now);
    return user;
  };

  test("waits for the database where something is asked, and once at its end", async () => {
    const user = await addPerson();
    await signsIn(user);
    const before = line.roundTrips;
    await signsIn(user);
    expect(line.roundTrips - before).toBe(2);
  });

  test("sends what it writes with what is asked next and has both answered at once, under names that are kept with their columns", async () => {
    const user = await addPerson();
    await signsIn(user);
    let asked = "";
    line.rewrite = (text) => {
      asked += text;
      return text;
    };
    await signsIn(user);
    line.rewrite = undefined;
    expect(asked.split("S\0\0\0\x04")).toHaveLength(2 + 1);
    const parsed = [...asked.matchAll(/P\0\0\0.\0([a-z]+)\0/gs)].map(([, text]) => text);
    expect(parsed).toEqual(["begin", "commit"]);
    expect(asked).not.toContain('"throttle"');
  });

  test("keeps what it sent together and what failed of it apart from what comes after", async () => {
    const { id } = await addPerson();
    const write = writing((on: Db, { key }: { key: string }) =>
      on.insertInto("throttle").values({ key, failures: 7, locked_until: 0, expires_at: 1 }).compile(),
    );
    const ask = statement((on: Db, { text }: { text: string }) =>
      sql<{ number: number }>`select cast(${text} as integer) as number`.compile(on),
    );
    const run = (text: string) =>
      db.transaction().execute(async (transaction) => {
        await write(transaction, { key: `${id} ${text}` });
        return (await ask(transaction, { text })).rows;
      });
    // What is asked for the first time fails, when PostgreSQL keeps it already.
    await expect(run("seven")).rejects.toThrow(/invalid input syntax/);
    expect(await run("7")).toEqual([{ number: 7 }]);
    await expect(run("eight")).rejects.toThrow(/invalid input syntax/);
    expect(await run("8")).toEqual([{ number: 8 }]);
    const keys = await db.selectFrom("throttle").select("key").where("failures", "=", 7).execute();
    expect(keys).toEqual([{ key: `${id} 7` }, { key: `${id} 8` }]);
  });

  test("is told as lost where the line breaks before its writes are answered, and the next one goes on", async () => {
    const user = await addPerson();
    const lost = signsIn(user, async () => line.cut());
    await expect(lost).rejects.toThrow(StoreUnavailable);
    line.mend();
    expect(await readTries(db, [user.id], now)).toMatchObject([{ failures: 1 }]);
    await signsIn(user);
    expect(await readTries(db, [user.id], now)).toEqual([undefined]);
  });

  test("that cannot begin changes nothing", async () => {
    const { id } = await addPerson();
    line.rewrite = (asked) => asked.replace("begin", "begim");
    const changed = db.transaction().execute((transaction) => clearTries(transaction, id));
    await expect(changed).rejects.toThrow(/syntax error at or near "begim"/);
    line.rewrite = undefined;
    expect(await readTries(db, [id], now)).toMatchObject([{ failures: 1 }]);
  });

  test("that could not begin changes nothing either where its work goes on, and the next one begins", async () => {
    const { id } = await addPerson();
    line.rewrite = (asked) => asked.replace("begin", "begim");
    const changed = db.transaction().execute(async (transaction) => {
      await readTries(transaction, [id], now).catch(() => undefined);
      await clearTries(transaction, id);
    });
    await expect(changed).rejects.toThrow(/syntax error at or near "begim"/);
    const together = db
      .transaction()
      .execute((transaction) =>
        Promise.all([readTries(transaction, [id], now), takeTry(transaction, id, policy, now)]),
      );
    await expect(together).rejects.toThrow(/syntax error at or near "begim"/);
    line.rewrite = undefined;
    expect(await readTries(db, [id], now)).toMatchObject([{ failures: 1 }]);
    await db.transaction().execute((transaction) => clearTries(transaction, id));
    expect(await readTries(db, [id], now)).toEqual([undefined]);
  });

  test("that fails changes nothing, whatever else was asked of it at the same time", async () => {
    const { id } = await addPerson();
    const asked: Promise<unknown>[] = [];
    const failed = db.transaction().execute(async (transaction) => {
      await readTries(transaction, [id], now);
      asked.push(sql`select cast(${id} as integer)`.execute(transaction));
      for (let times = 0; times < 3; times += 1) asked.push(clearTries(transaction, id));
      await Promise.all(asked);
    });
    await expect(failed).rejects.toThrow(/invalid input syntax/);
    await Promise.allSettled(asked);
    expect(await readTries(db, [id], now)).toMatchObject([{ failures: 1 }]);
  });

  test("takes no write that comes while it commits, which the next one would have", async () => {
    const { id } = await addPerson();
    let late: Promise<unknown> | undefined;
    await db.transaction().execute(async (transaction) => {
      await readTries(transaction, [id], now);
      line.rewrite = (asked) => {
        if (asked.includes("commit")) late ??= Promise.allSettled([clearTries(transaction, id)]);
        return asked;
      };
    });
    line.rewrite = undefined;
    expect(await late).toMatchObject([{ status: "rejected" }]);
    expect(await readTries(db, [id], now)).toMatchObject([{ failures: 1 }]);
  });

  test("leaves its connection as good as before where a write has failed", async () => {
    const user = await addPerson();
    const insert = writing((on: Db, { key }: { key: string }) =>
      on.insertInto("throttle").values({ key, failures: 0, locked_until: 0, expires_at: 1 }).compile(),
    );
    const twice = signsIn(user, async (transaction) => {
      await insert(transaction, { key: `${user.id} twice` });
      await insert(transaction, { key: `${user.id} twice` });
    });
    await expect(twice).rejects.toThrow(/duplicate key/);
    expect(await readTries(db, [user.id], now)).toMatchObject([{ failures: 1 }]);
    await signsIn(user);
    expect(await readTries(db, [user.id], now)).toEqual([undefined]);
  });
});
