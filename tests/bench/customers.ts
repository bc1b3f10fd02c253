import pg from "pg";
import { type Customer, upsertCustomers } from "../../src/server/store/customers.ts";
import { searchCustomers } from "../../src/server/store/search-customers.ts";
import { openStore, type Store } from "../../src/server/store/store.ts";
import { createTemporaryDatabase } from "../support/databases.ts";
import { type Figure, type Part, percentile } from "./part.ts";

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const pages = [1, 2, 3, 5, 10];
const searches = 600;

const first =
  "Nordic Alpen Café Zürich O'Neill Harbour Granite Silver Crescent Ærø Quartz Maple Summit Atlas Beacon Cobalt Delta Ember Falcon Garnet";
const second =
  "Payroll Timber Bakery Logistics Clinic Software Foods Textiles Mining Airways Brewery Dental Engineering Farms Gardens Hotels Insurance Joinery Kitchens Laundry";
const third = "Ltd GmbH SA AB Inc LLC BV Oy";

/** What a person types: from words that a twentieth of all names holds to one number. */
const kinds: Record<string, (pick: Pick) => string> = {
  everything: () => "",
  "a frequent word": (pick) => pick(pick([first, second, third])),
  "a frequent word as it is typed": (pick) => pick(pick([first, second])).slice(0, 4),
  "two frequent words": (pick) => `${pick(first)} ${pick(second)}`,
  "three frequent words": (pick) => `${pick(first)} ${pick(second)} ${pick(third)}`,
  "a whole number": (pick) => String(pick.number()),
  "part of a number": (pick) => String(pick.number()).slice(1, 5),
  "a word and part of a number": (pick) => `${pick(first)} ${String(pick.number()).slice(0, 4)}`,
  "one or two characters": (pick) => pick(first).slice(0, 2),
  "nothing that there is": (pick) => `${pick(first)} absent`,
};

/** The customer list of somebody who sees every customer, as it grows. */
export const part: Part = {
  title: "Customers",
  how: `\`searchCustomers\` for staff who see everybody, ${searches} searches of each kind on the pages ${pages.join(", ")} of five, PostgreSQL after the vacuum that it makes by itself within minutes; milliseconds that 99 of 100 do not exceed. The plot has all kinds together, as the list grows.`,
  measure,
};

interface Pick {
  (words: string | readonly string[]): string;
  number(): number;
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ["sqlite", "postgres"] as const) {
    const database = await createTemporaryDatabase(kind);
    const store = openStore(database.settings, { warn: () => undefined });
    try {
      await store.migrate();
      let there = 0;
      for (const size of sizes) {
        await grow(store, there, size);
        there = size;
        if (kind === "postgres") await vacuum(database.settings.databaseUrl);
        figures.push(...(await searchAll(store, size)));
      }
    } finally {
      await store.close();
      await database.drop();
    }
  }
  return figures;
}

/** By a connection of its own: those of the store give up sooner. */
async function vacuum(connectionString = ""): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("vacuum (analyze) customers").finally(() => client.end());
}

async function grow(store: Store, from: number, to: number): Promise<void> {
  const pick = picking(from);
  const step = 10_000;
  for (let start = from; start < to; start += step) {
    const length = Math.min(step, to - start);
    const customers = Array.from({ length }, (_, index): Customer => {
      const id = start + index;
      const name = `${pick(first)} ${pick(second)} ${pick(third)} ${pick.number() % 100_000}`;
      return { id: `c${id}`, number: numberOf(id), name };
    });
    await upsertCustomers(store.db, customers);
  }
}

async function searchAll(store: Store, size: number): Promise<Figure[]> {
  const times: Record<string, number[]> = {};
  for (const [name, filterOf] of Object.entries(kinds)) {
    const pick = picking(size);
    const list: number[] = [];
    times[name] = list;
    for (let turn = 0; turn < searches; turn += 1) {
      const filter = filterOf(pick);
      const begun = performance.now();
      const page = pages[turn % pages.length] ?? 1;
      await searchCustomers(store, { userId: "nobody", allCustomers: true, filter, page, size: 5 });
      list.push(performance.now() - begun);
    }
  }
  const line = store.kind === "sqlite" ? "SQLite" : "PostgreSQL";
  const named = `${line}, ${size.toLocaleString("en-GB")} customers`;
  const whole = {
    what: `${named}: all kinds together`,
    value: percentile(Object.values(times).flat(), 0.99),
    unit: "ms",
    goal: { atMost: 15 },
    at: { line, x: size },
  };
  if (size < Math.max(...sizes)) return [whole];
  const each = Object.entries(times).map(([name, list]) => ({
    what: `${named}: ${name}`,
    value: percentile(list, 0.99),
    unit: "ms",
    goal: { atMost: 15 },
  }));
  return [whole, ...each];
}

function numberOf(id: number): string {
  return String(1_000_000 + ((id * 7919) % 1_000_000));
}

/** The same choices on every run (mulberry32). */
function picking(seed: number): Pick {
  let state = seed + 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (words: string | readonly string[]) => {
    const list = typeof words === "string" ? words.split(" ") : words;
    return list[Math.floor(random() * list.length)] ?? "";
  };
  return Object.assign(pick, { number: () => 1_000_000 + Math.floor(random() * 1_000_000) });
}
