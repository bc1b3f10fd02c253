import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { statement, statementPer, writing } from "./statement.ts";
import type { Db } from "./tables.ts";

type Row = { key: string; failures: number; locked_until: number; expires_at: number };

onEachDatabase((database) => {
  const insert = statement((db: Db, row: Row) => db.insertInto("throttle").values(row).compile());
  const ofKeys = statement((db: Db, { keys, from }: { keys: readonly string[]; from: number | null }) =>
    db
      .selectFrom("throttle")
      .select("key")
      .where("key", "in", keys)
      .where(({ or, eb }) => or([eb(sql`cast(${from} as bigint)`, "is", null), eb("failures", ">=", from)]))
      .orderBy("key")
      .compile(),
  );
  const found = async (db: Db, keys: readonly string[], from: number | null = null) =>
    (await ofKeys(db, { keys, from })).rows.map(({ key }) => key);

  test("a statement runs with what it is given each time, nothing too, and with lists of any length", async () => {
    const { db } = database.store();
    const [a, b, c] = ["a", "b", "c"].map((name) => `${name} ${Math.random()}`) as [string, string, string];
    for (const [failures, key] of [a, b, c].entries())
      await insert(db, { key, failures, locked_until: 0, expires_at: 1 });
    expect(await found(db, [a])).toEqual([a]);
    expect(await found(db, [c, a, b])).toEqual([a, b, c]);
    expect(await found(db, [b])).toEqual([b]);
    expect(await found(db, [a, b, c], 2)).toEqual([c]);
    expect(await found(db, [a, b, c])).toEqual([a, b, c]);
    const others = Array.from({ length: 150 }, (_, index) => `other ${index}`);
    expect(await found(db, [...others, b, a])).toEqual([a, b]);
    expect(await found(db, [c, ...others, b])).toEqual([b, c]);
  });

  test("a statement is a part of the transaction that it runs in", async () => {
    const { db } = database.store();
    const key = `undone ${Math.random()}`;
    const undone = db.transaction().execute(async (transaction) => {
      await insert(transaction, { key, failures: 0, locked_until: 0, expires_at: 1 });
      expect(await found(transaction, [key])).toEqual([key]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await found(db, [key])).toEqual([]);
  });

  test("a statement says how many rows it changed, in a transaction too", async () => {
    const { db } = database.store();
    const rename = statement((db: Db, { from, to }: { from: string; to: string }) =>
      db.updateTable("throttle").set({ key: to }).where("key", "=", from).compile(),
    );
    const key = `named ${Math.random()}`;
    await insert(db, { key, failures: 0, locked_until: 0, expires_at: 1 });
    const changed = await db
      .transaction()
      .execute(async (transaction) => [
        (await rename(transaction, { from: key, to: `${key} anew` })).numAffectedRows,
        (await rename(transaction, { from: key, to: `${key} again` })).numAffectedRows,
      ]);
    expect(changed).toEqual([1n, 0n]);
    expect((await rename(db, { from: `${key} anew`, to: key })).numAffectedRows).toBe(1n);
  });

  test("a statement has a text for each shape", async () => {
    const { db } = database.store();
    const sum = statementPer((db: Db, { by }: { by: number }, { to }: { to: number }) =>
      sql<{ sum: number }>`select cast(${sql.lit(to)} + ${by} as integer) as sum`.compile(db),
    );
    expect((await sum({ to: 1 })(db, { by: 2 })).rows).toEqual([{ sum: 3 }]);
    expect((await sum({ to: 5 })(db, { by: 2 })).rows).toEqual([{ sum: 7 }]);
    expect((await sum({ to: 1 })(db, { by: 3 })).rows).toEqual([{ sum: 4 }]);
  });

  describe("one that only writes", () => {
    const write = writing((db: Db, row: Row) => db.insertInto("throttle").values(row).compile());
    const row = (key: string): Row => ({ key, failures: 0, locked_until: 0, expires_at: 1 });
    const taken = /unique/i;

    test("is there for what is asked after it, and once its transaction has ended", async () => {
      const { db } = database.store();
      const key = `written ${Math.random()}`;
      await db.transaction().execute(async (transaction) => {
        await write(transaction, row(key));
        expect(await found(transaction, [key])).toEqual([key]);
        await write(transaction, row(`${key} too`));
      });
      expect(await found(db, [key, `${key} too`])).toEqual([key, `${key} too`]);
      await write(db, row(`${key} alone`));
      expect(await found(db, [`${key} alone`])).toEqual([`${key} alone`]);
    });

    test("fails the transaction where it fails, by its own error, and nothing of that stays", async () => {
      const { db } = database.store();
      const key = `twice ${Math.random()}`;
      const atTheEnd = db.transaction().execute(async (transaction) => {
        await write(transaction, row(key));
        await write(transaction, row(key));
        await write(transaction, row(`${key} too`));
      });
      await expect(atTheEnd).rejects.toThrow(taken);
      const before = db.transaction().execute(async (transaction) => {
        await write(transaction, row(key));
        await write(transaction, row(key));
        return found(transaction, [key]);
      });
      await expect(before).rejects.toThrow(taken);
      expect(await found(db, [key, `${key} too`])).toEqual([]);
    });

    test("hides no other reason why its transaction was given up", async () => {
      const { db } = database.store();
      const key = `given up ${Math.random()}`;
      const givenUp = db.transaction().execute(async (transaction) => {
        await write(transaction, row(key));
        await write(transaction, row(key)).catch(() => undefined);
        throw new Error("changed my mind");
      });
      await expect(givenUp).rejects.toThrow("changed my mind");
      await write(db, row(key));
      expect(await found(db, [key])).toEqual([key]);
    });

    test("fails by itself outside of a transaction", async () => {
      const { db } = database.store();
      const key = `outside ${Math.random()}`;
      await write(db, row(key));
      await expect(write(db, row(key))).rejects.toThrow(taken);
    });
  });
});
