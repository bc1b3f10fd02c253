import fc from "fast-check";
import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createTemporaryDatabase,
  postgresIsReachable,
  type TemporaryDatabase,
} from "../../../tests/support/databases.ts";
import "../../../tests/support/samples.ts";
import { foldOtherwise, foldSearch } from "../../shared/fold-search.ts";
import {
  addMemberships,
  type Customer,
  findCustomer,
  recentCustomers,
  touchMembership,
  upsertCustomers,
} from "./customers.ts";
import { type CustomerPage, type CustomerSearch, searchCustomers } from "./search-customers.ts";
import { openStore, type Store } from "./store.ts";
import type { DatabaseKind } from "./tables.ts";
import { insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const first = [
  "Nordic",
  "Alpen",
  "Café",
  "Zürich",
  "O'Neill",
  "100%",
  "Under_score",
  "北京",
  "Back\\slash",
  "Ærø",
];
const second = ["Payroll", "Timber", "Bakery", "Logistics", "Clinic", "Software", "Foods"];
const third = ["Ltd", "GmbH", "SA", "AB", "Inc"];

/** The same customers on every run: names repeat, numbers do not. */
const customers: Customer[] = Array.from({ length: 25_000 }, (_, index) => ({
  id: `c${index}`,
  number: String(100_000 + ((index * 7919) % 25_000)),
  name: [first[index % 10], second[(index >> 2) % 7], third[(index >> 4) % 5], (index * 31) % 997].join(" "),
}));
const users = { few: 5, many: 600, most: 22_000, none: 0 };

const kinds: DatabaseKind[] = postgresIsReachable ? ["sqlite", "postgres"] : ["sqlite"];
const databases: TemporaryDatabase[] = [];
const stores: Store[] = [];
/** What the stores were asked last. */
let asked: CompiledQuery[] = [];

beforeAll(async () => {
  for (const kind of kinds) {
    const database = await createTemporaryDatabase(kind);
    const store = openStore(database.settings, { warn: () => undefined }, ({ query }) => asked.push(query));
    databases.push(database);
    stores.push(store);
    await store.migrate();
    await seed(store);
    // As PostgreSQL does by itself within minutes.
    if (kind === "postgres") await sql`vacuum (analyze) customers, memberships`.execute(store.db);
  }
});

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all(databases.map((database) => database.drop()));
});

async function seed(store: Store): Promise<void> {
  const names = [...Object.keys(users), "only"];
  for (const id of names) await insertUser(store.db, { id, username: id, displayName: id }, now);
  await upsertCustomers(store.db, customers);
  for (const [userId, count] of Object.entries(users)) {
    const step = Math.max(1, Math.floor(customers.length / Math.max(1, count)));
    const seen = Array.from({ length: count }, (_, index) => ({ userId, customerId: `c${index * step}` }));
    await addMemberships(store.db, seen);
  }
  await addMemberships(store.db, [
    { userId: "only", customerId: "c3" },
    { userId: "only", customerId: "unknown" },
  ]);
}

const viewers = [
  { userId: "few", allCustomers: false },
  { userId: "many", allCustomers: false },
  { userId: "most", allCustomers: false },
  { userId: "none", allCustomers: false },
  { userId: "none", allCustomers: true },
];

const filters = [
  "",
  "nordic",
  "NORDIC payroll",
  "timber alpen",
  "alp alpen nordic",
  "cafe",
  "CAFÉ gmbh 12",
  "zurich",
  "zuerich 10",
  "aeroe",
  "o'neill",
  "100%",
  "%%%",
  "r_s",
  "___",
  "back\\s",
  '"""',
  "1000",
  "100123",
  "ær",
  "北京",
  "北",
  "n",
  "xq",
  "10",
  "no match at all",
  "  payroll   ltd ",
  "' or 1=1 --",
];

async function pages(search: CustomerSearch): Promise<CustomerPage[]> {
  return Promise.all(stores.map((store) => searchCustomers(store, search)));
}

const listed = customers
  .map((customer, index) => {
    const { name, number } = customer;
    return { ...customer, index, key: [foldSearch(name), number, ...foldOtherwise(name)].join("\n") };
  })
  .sort((a, b) => Buffer.compare(Buffer.from(`${a.key}\0${a.id}`), Buffer.from(`${b.key}\0${b.id}`)));

/** What the rules say, by a plain walk over the list. */
function expected({ filter, page, size, userId, allCustomers }: CustomerSearch) {
  const folded = foldSearch(filter);
  const words = folded.split(" ");
  const beginnings = allCustomers && words.every((word) => [...word].length < 3);
  const count = users[userId as keyof typeof users];
  const step = Math.max(1, Math.floor(customers.length / Math.max(1, count)));
  const list = listed.filter(({ index }) => allCustomers || (index % step === 0 && index / step < count));
  const held = list.filter(({ key, number }) =>
    beginnings ? key.startsWith(folded) || number === folded : words.every((word) => key.includes(word)),
  );
  const part = (key: string) =>
    key.startsWith(folded) ? 0 : words.some((word) => word !== "" && key.startsWith(word)) ? 1 : 2;
  const found = beginnings ? held : [0, 1, 2].flatMap((nth) => held.filter(({ key }) => part(key) === nth));
  const isIndexed = list.length > 20_000 && words.some((word) => [...word].length > 2);
  const cap = isIndexed ? 1000 : 20_000;
  return {
    ids: found.slice((page - 1) * size, page * size).map(({ id }) => id),
    total: Math.min(found.length, cap),
    totalIsExact: found.length <= cap,
  };
}

describe.each(viewers)("the list of $userId, all: $allCustomers", (viewer) => {
  test.each(filters)("filtered by %j holds what the rules say, on both databases", async (filter) => {
    for (const page of [1, 2, 40]) {
      const search = { ...viewer, filter, page, size: 5 };
      const { ids, ...rest } = expected(search);
      for (const answer of await pages(search)) {
        expect({ ...answer, items: answer.items.map((item) => item.id) }).toEqual({ items: ids, ...rest });
      }
    }
  });
});

/** What somebody types who has a customer before them: parts of name and number, in any order and spelling. */
const typed = fc
  .array(
    fc
      .record({
        of: fc.constantFrom(...customers),
        start: fc.nat(20),
        length: fc.integer({ min: 1, max: 12 }),
        spelt: fc.constantFrom(
          (text: string) => text,
          (text: string) => text.toUpperCase(),
          (text: string) => text.normalize("NFD"),
        ),
      })
      .map(({ of, start, length, spelt }) => spelt(`${of.name} ${of.number}`.slice(start, start + length))),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(" "));

test("any filter holds what the rules say, on any page of any size, on both databases", async () => {
  const searches = fc.record({
    viewer: fc.constantFrom(...viewers),
    filter: typed,
    page: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 300 })),
    size: fc.constantFrom(5, 10, 25, 50),
  });
  const holds = fc.asyncProperty(searches, async ({ viewer, ...rest }) => {
    const search = { ...viewer, ...rest };
    const { ids, ...counts } = expected(search);
    for (const answer of await pages(search)) {
      expect({ ...answer, items: answer.items.map((item) => item.id) }).toEqual({ items: ids, ...counts });
    }
  });
  await fc.assert(holds, { numRuns: 150 });
});

/** How the databases went about what they were asked: as they say themselves, one line for each step. */
async function plansOf(store: Store): Promise<string[]> {
  const explain = store.kind === "sqlite" ? "explain query plan " : "explain (costs off) ";
  const plans = asked.map(async (query) => {
    const { rows } = await store.db.executeQuery<Record<string, unknown>>({
      ...query,
      sql: explain + query.sql,
    });
    return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
  });
  return Promise.all(plans);
}

const order = {
  sqlite: /USING (COVERING )?INDEX customers_by_search_id/,
  postgres: /Index Only Scan using customers_by_search_id/,
};
const words = {
  sqlite: /customers_trigrams VIRTUAL TABLE INDEX/,
  postgres: /Bitmap Index Scan on customers_by_trigrams/,
};
const own = {
  sqlite: /USING (COVERING )?INDEX memberships_by_user_id_search_customer_id/,
  postgres: /Index Only Scan using memberships_by_user_id_search_customer_id/,
};
const number = { sqlite: /INDEX customers_by_number_fold/, postgres: /customers_by_number_fold/ };
const pairs = {
  sqlite: /SEARCH memberships .*\(user_id=\? AND customer_id=\?\)/,
  postgres: /Index Cond: \(\(user_id = 'most'::text\) AND \(customer_id = hits\.id\)\)/,
};
const everybody = { userId: "none", allCustomers: true };

test.each([
  ["everything in the order of the index", everybody, "", [order]],
  ["a beginning in the order of the index", everybody, "ha", [order, number]],
  ["a name that many begin with in the order of the index", everybody, "alpen", [order]],
  ["a rare word by the index of trigrams", everybody, "100123", [words]],
  [
    "frequent words that are rare together by the index of trigrams",
    everybody,
    "gmbh payroll nordic",
    [words],
  ],
  ["a frequent word in the order of the index", everybody, "payroll", [order]],
  [
    "a person's own customers in the order of their index",
    { userId: "many", allCustomers: false },
    "payroll",
    [own],
  ],
  [
    "a rare word among many own customers by the index of trigrams",
    { userId: "most", allCustomers: false },
    "100123",
    [words, pairs],
  ],
])("reads %s", async (_, viewer, filter, wanted) => {
  for (const store of stores) {
    asked = [];
    await searchCustomers(store, { ...viewer, filter, page: 3, size: 5 });
    const plans = await plansOf(store);
    for (const index of wanted) expect(plans.join("\n")).toMatch(index[store.kind]);
    // A whole table is read only where that ends after so many rows, and never to be sorted.
    for (const plan of plans.filter((text) => /Seq Scan|SCAN (customers|memberships)$/m.test(text))) {
      expect(plan).not.toMatch(/Sort|ORDER BY/);
      if (store.kind === "postgres") expect(plan).toMatch(/Limit/);
    }
  }
});

test("the list ends where counting ends", async () => {
  const search = { userId: "none", allCustomers: true, filter: "", size: 5 };
  for (const answer of await pages({ ...search, page: 4001 })) expect(answer.items).toEqual([]);
  for (const answer of await pages({ ...search, page: 4000 })) expect(answer.items).toHaveLength(5);
});

test("a name is found with an umlaut and without, however it is written", async () => {
  const named = ["Müller GmbH", "MU\u0308LLER SA", "Mueller AG"].map((name, index) => ({
    id: `umlaut${index}`,
    number: `U${index}`,
    name,
  }));
  for (const store of stores) {
    await upsertCustomers(store.db, named);
    for (const filter of ["müller", "MUELLER", "mueller g", "müll", "ueller a"]) {
      const page = await searchCustomers(store, { ...everybody, filter, page: 1, size: 5 });
      const wanted = filter.endsWith(" g") ? 2 : filter.endsWith(" a") ? 2 : 3;
      expect([filter, page.items.length]).toEqual([filter, wanted]);
    }
    await store.db.deleteFrom("customers").where("id", "like", "umlaut%").execute();
  }
});

test("a renamed customer is found by its new name alone", async () => {
  const viewer = { userId: "few", allCustomers: false };
  for (const { allCustomers } of [{ allCustomers: true }, viewer]) {
    for (const store of stores) {
      const search = { ...viewer, allCustomers, page: 1, size: 5 };
      await upsertCustomers(store.db, [{ id: "c0", number: "100000", name: "Renamed Quartz" }]);
      expect((await searchCustomers(store, { ...search, filter: "quartz" })).items).toMatchObject([
        { id: "c0" },
      ]);
      expect((await searchCustomers(store, { ...search, filter: "nordic 100000" })).items).toEqual([]);
      await upsertCustomers(store.db, customers.slice(0, 1));
      expect((await searchCustomers(store, { ...search, filter: "quartz" })).items).toEqual([]);
    }
  }
});

test("customers that one may not see are neither found nor chosen", async () => {
  for (const { db } of stores) {
    const few = { userId: "few", allCustomers: false };
    expect(await findCustomer(db, few, "c0")).toMatchObject({ id: "c0" });
    expect(await findCustomer(db, few, "c1")).toBeUndefined();
    expect(await findCustomer(db, { ...few, allCustomers: true }, "c1")).toMatchObject({ id: "c1" });
    expect(await findCustomer(db, { ...few, allCustomers: true }, "nowhere")).toBeUndefined();
    expect(await findCustomer(db, few, "c1")).toBeUndefined();
  }
});

test("recently used customers come newest first, as long as they are seen", async () => {
  for (const store of stores) {
    const few = { userId: "few", allCustomers: false };
    for (const [index, id] of ["c0", "c5000", "c1", "c0"].entries()) {
      await touchMembership(store.db, "few", id, now + index);
    }
    expect(await recentCustomers(store.db, few)).toMatchObject([
      { id: "c0", lastUsedAt: now + 3 },
      { id: "c5000", lastUsedAt: now + 1 },
    ]);
    const page = await searchCustomers(store, { ...few, filter: "", page: 1, size: 5 });
    expect(page.items.find((item) => item.id === "c0")?.lastUsedAt).toBe(now + 3);
    expect(page.items.find((item) => item.id === "c10000")?.lastUsedAt).toBeNull();
  }
});
