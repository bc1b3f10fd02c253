import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createTemporaryDatabase,
  postgresIsReachable,
  type TemporaryDatabase,
} from "../../../tests/support/databases.ts";
import { findJourneyFacts } from "./journey-facts.ts";
import { openPostgres } from "./postgres.ts";
import { searchCustomers } from "./search-customers.ts";
import { openStore, type Store } from "./store.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import { sweep } from "./sweep.ts";
import { readTries } from "./throttle.ts";
import { findUserByName, insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const viewer = { userId: "x", allCustomers: false };
const silent = { warn: () => undefined };

describe.skipIf(!postgresIsReachable)("plans that PostgreSQL keeps", () => {
  let database: TemporaryDatabase;
  /** With a single connection, which is asked what it keeps. */
  let store: Store;

  beforeAll(async () => {
    database = await createTemporaryDatabase("postgres");
    const migrating = openStore(database.settings, silent);
    await migrating.migrate();
    await insertUser(migrating.db, { username: "anna", displayName: "Anna" }, now);
    await migrating.close();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    store = openStore({ ...database.settings, databaseConnections: 1 }, silent);
    return () => store.close();
  });

  const kept = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      store.db,
    );
    return rows.map(({ statement }) => statement);
  };
  const addColumn = async (name: string) => {
    const other = openPostgres(database.settings.databaseUrl ?? "", {
      limited: false,
      onLost: () => undefined,
    });
    await sql`alter table users add column ${sql.id(name)} text`.execute(other.db);
    await other.db.destroy();
  };

  test("are made once for each statement, whatever its values", async () => {
    await findUserByName(store.db, "anna");
    const once = await kept();
    expect(once).toEqual([expect.stringContaining('from "users"')]);
    await findUserByName(store.db, "berta");
    expect(await kept()).toEqual(once);
  });

  test.each([
    ["a search", () => searchCustomers(store, { ...viewer, filter: "nordic", page: 1, size: 5 })],
    ["a sweep", () => sweep(store.db, 1000, now)],
  ])("are not those of %s, where another plan is best for other values", async (_what, ask) => {
    await ask();
    expect(await kept()).toEqual([]);
  });

  test("are right for whoever has few customers and whoever has many, of what these ask of a sign-in", async () => {
    await sql`insert into users (id, username, username_fold, display_name, roles, must_change_password, disabled,
        second_factor_required, created_at, version)
      select 'p' || n, 'p' || n, 'p' || n, '', '[]', 0, 0, 0, 0, 1 from generate_series(1, 500) as n`.execute(
      store.db,
    );
    await sql`insert into customers (id, number, name, number_fold, search, second_factor_required)
      select 'c' || n, n, n, n, n, case when n % 10 = 0 then 1 else 0 end from generate_series(1, 5000) as n`.execute(
      store.db,
    );
    await sql`insert into memberships (user_id, customer_id, search)
      select 'p1', 'c' || n, n from generate_series(1, 5000) as n
      union all
      select 'p' || p, 'c' || p * 7 + n, n from generate_series(2, 500) as p, generate_series(1, 3) as n`.execute(
      store.db,
    );
    await sql`analyze users, customers, memberships`.execute(store.db);
    await findJourneyFacts(store.db, viewer);
    await sql`set plan_cache_mode = force_generic_plan`.execute(store.db);
    const { rows } = await sql<{ name: string; values: number }>`select name,
      cardinality(parameter_types) as values from pg_prepared_statements`.execute(store.db);
    const [{ name, values } = { name: "", values: 0 }] = rows;
    const given = Array.from({ length: values }, () => sql.lit("p2"));
    const plan = await sql<Record<string, string>>`explain (costs off) execute
      ${sql.id(name)}(${sql.join(given)})`.execute(store.db);
    const steps = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(steps).not.toMatch(/Join|Nested Loop|Hash|Seq Scan on memberships|Filter: \(user_id/);
    // A whole table is read only where that ends after so many rows.
    expect(steps.replaceAll(/Limit\n +-> {2}Seq Scan on customers/g, "")).not.toContain(
      "Seq Scan on customers",
    );
    const pair =
      /SubPlan.*\n.*memberships.*\n.*Index Cond: \(\((user|customer)_id = \S+\) AND \((user|customer)_id = \S+\)\)/;
    expect(steps).toMatch(pair);
    expect(steps).toMatch(/SubPlan.*\n.*customers.*\n.*Index Cond: \(id = memberships_\d+\.customer_id\)/);
  });

  test("are not those of long lists, which have a text for each length", async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
    await readTries(store.db, keys, now);
    expect(await kept()).toEqual([]);
  });

  test("are not more than a connection can bear", async () => {
    const column = (index: number) => sql`select ${"a value"} as ${sql.id(`c${index}`)}`.execute(store.db);
    for (let index = 0; index < 520; index += 1) await column(index);
    expect(await kept()).toHaveLength(500);
    await expect(findUserByName(store.db, "anna")).resolves.toBeDefined();
  });

  test("are made anew where a newer version has added a column", async () => {
    await findUserByName(store.db, "anna");
    await addColumn("of_tomorrow");
    await expect(findUserByName(store.db, "anna")).resolves.toMatchObject({ username: "anna" });
  });

  test("that are outdated within a transaction make it unavailable once", async () => {
    const insert = (username: string) =>
      store.db
        .transaction()
        .execute((transaction) => insertUser(transaction, { username, displayName: "Berta" }, now));
    await insert("berta");
    await findUserByName(store.db, "anna");
    await addColumn("of_the_day_after");
    const find = () => store.db.transaction().execute((transaction) => findUserByName(transaction, "anna"));
    await expect(find()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(find()).resolves.toMatchObject({ username: "anna" });
    await expect(insert("carla")).resolves.toMatchObject({ username: "carla" });
  });
});
