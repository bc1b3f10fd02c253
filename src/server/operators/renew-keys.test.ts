import { randomBytes } from "node:crypto";
import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { type SecretKeys, seal } from "../crypto.ts";
import { messagePurpose } from "../store/messages.ts";
import { openStore, type Store } from "../store/store.ts";
import { countOldSeals, renewSeals } from "./renew-keys.ts";

const now = 1_700_000_000_000;
const [old, next] = [randomBytes(32), randomBytes(32)];
const keys: SecretKeys = [next, old];
const many = 1300;
const batches = Math.ceil(many / 500);

onEachDatabase((database) => {
  let store: Store;
  const asked: CompiledQuery[] = [];
  beforeAll(() => {
    store = openStore(database.settings(), { warn: () => undefined }, ({ query }) => asked.push(query));
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom("messages").execute();
    for (let from = 0; from < many; from += 650)
      await store.db
        .insertInto("messages")
        .values(Array.from({ length: 650 }, (_, index) => messageOf(from + index)))
        .execute();
    asked.length = 0;
  });

  /** What was read of the messages. */
  const reads = () => asked.filter(({ sql: text }) => /^\s*select .* from "messages"/s.test(text));

  test.each([
    ["a renewal", () => renewSeals(store.db, keys, now), many],
    ["a count", () => countOldSeals(store.db, keys), many],
  ])("%s goes through a table once, along its primary key, from where it was", async (_what, go, found) => {
    expect(await go()).toBe(found);
    expect(reads()).toHaveLength(batches);
    for (const plan of await plansOf(reads())) expect(plan).toMatch(alongKey[store.kind]);
    const ends = reads().map(({ parameters }) => parameters.find((value) => isId(value)));
    expect(ends).toEqual([undefined, idOf(499), idOf(999)]);
  });

  test("a renewal that is begun anew finds nothing left, and goes through each table once", async () => {
    await renewSeals(store.db, keys, now);
    asked.length = 0;
    expect(await renewSeals(store.db, keys, now)).toBe(0);
    expect(reads()).toHaveLength(batches);
    expect(await countOldSeals(store.db, keys)).toBe(0);
  });

  /** How the database goes about it where a table is too big to be sorted. */
  function plansOf(queries: readonly CompiledQuery[]): Promise<string[]> {
    const explain = store.kind === "sqlite" ? "explain query plan " : "explain (costs off) ";
    return store.db.transaction().execute(async (transaction) => {
      if (store.kind === "postgres") await sql`set local enable_sort = off`.execute(transaction);
      const plans: string[] = [];
      for (const query of queries) {
        const { rows } = await transaction.executeQuery<Record<string, unknown>>({
          ...query,
          sql: explain + query.sql,
        });
        plans.push(rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n"));
      }
      return plans;
    });
  }
});

const alongKey = {
  sqlite: /^SEARCH messages USING INDEX sqlite_autoindex_messages_1 \(id>\?\)$/,
  postgres: /^Limit\s+->\s+Index Scan using messages_pkey on messages\s+Index Cond: \(id > /,
};

function idOf(index: number): string {
  return `id-${String(index).padStart(6, "0")}`;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("id-");
}

function messageOf(index: number) {
  return {
    id: idOf(index),
    channel: "mail" as const,
    content: seal([old], messagePurpose, "text"),
    created_at: now,
    due_at: now,
    tries: 0,
    sent_at: null,
    expires_at: now,
    waits_for_recipient: 0,
  };
}
