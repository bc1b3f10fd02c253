import { sql } from "kysely";
import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { statement, statementPer } from "./statement.ts";
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

  test("a statement has a text for each shape", async () => {
    const { db } = database.store();
    const sum = statementPer((db: Db, { by }: { by: number }, { to }: { to: number }) =>
      sql<{ sum: number }>`select cast(${sql.lit(to)} + ${by} as integer) as sum`.compile(db),
    );
    expect((await sum({ to: 1 })(db, { by: 2 })).rows).toEqual([{ sum: 3 }]);
    expect((await sum({ to: 5 })(db, { by: 2 })).rows).toEqual([{ sum: 7 }]);
    expect((await sum({ to: 1 })(db, { by: 3 })).rows).toEqual([{ sum: 4 }]);
  });
});
