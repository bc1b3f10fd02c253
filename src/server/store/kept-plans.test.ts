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
    ["what a person's customers ask of a sign-in", () => findJourneyFacts(store.db, viewer)],
  ])("are not those of %s, where another plan is best for other values", async (_what, ask) => {
    await ask();
    expect(await kept()).toEqual([]);
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
