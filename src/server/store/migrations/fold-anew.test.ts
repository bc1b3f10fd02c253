import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertBareUser } from "../../../../tests/support/bare-user.ts";
import { createTemporaryDatabase, onEachDatabase, onSqlite } from "../../../../tests/support/databases.ts";
import { addMemberships, upsertCustomers } from "../customers.ts";
import { migrate } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { searchCustomers } from "../search-customers.ts";
import { openStore } from "../store.ts";
import { foldAnew } from "./fold-anew.ts";

/** More than are folded anew at once. */
const count = 1200;
/** As names were folded before. */
const oldFold: Record<string, string> = {
  "Łódź Timber": "łodz timber",
  "Les Sœurs": "les sœurs",
  Weiß: "weiss",
  "Bäcker Söhne": "backer sohne",
  "BA\u0308CKER": "backer",
  Goethe: "goethe",
  "محـمود ٢٤": "محـمود ٢٤",
  "Muster\u00admann": "muster mann",
  "O’Neill": "o’neill",
  "Meyer–Schmidt": "meyer–schmidt",
};

onEachDatabase(({ kind }) => {
  test("customers of before are found by plain letters, and by two for an umlaut, once the database is brought up to date", async () => {
    const { settings, drop } = await createTemporaryDatabase(kind);
    const store = openStore(settings, { warn: () => undefined });
    const { db } = store;
    try {
      const all = Object.entries(migrations(kind));
      await migrate(db, Object.fromEntries(all.filter(([name]) => name <= "006-audit-trail")));
      await insertBareUser(db, "u");
      const names = Object.keys(oldFold);
      const customers = Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        number: String(index),
        name: names[index % names.length] ?? "",
      }));
      await upsertCustomers(db, customers);
      await addMemberships(
        db,
        customers.map(({ id }) => ({ userId: "u", customerId: id })),
      );
      for (const [name, fold] of Object.entries(oldFold)) {
        const old = sql<string>`${fold} || ${"\n"} || number_fold`;
        await db.updateTable("customers").set({ search: old }).where("name", "=", name).execute();
      }
      const copied = sql<string>`(select search from customers where id = customer_id)`;
      await db.updateTable("memberships").set({ search: copied }).execute();

      await migrate(db, migrations(kind));

      for (const [filter, name] of [
        ["lodz", "Łódź Timber"],
        ["ŁÓDŹ", "Łódź Timber"],
        ["soeurs", "Les Sœurs"],
        ["weiss", "Weiß"],
        ["baecker soehne", "Bäcker Söhne"],
        ["backer sohne", "Bäcker Söhne"],
        ["göthe", "Goethe"],
        ["goethe", "Goethe"],
        ["محمود 24", "محـمود ٢٤"],
        ["محمود ۲۴", "محـمود ٢٤"],
        ["mustermann", "Muster\u00admann"],
        ["O'Neill", "O’Neill"],
        ["o’neill", "O’Neill"],
        ["meyer-schmidt", "Meyer–Schmidt"],
      ] as const) {
        for (const allCustomers of [true, false]) {
          const viewer = { userId: "u", allCustomers };
          const page = await searchCustomers(store, { ...viewer, filter, page: 1, size: 1 });
          expect([filter, page.total, page.items[0]?.name]).toEqual([filter, count / names.length, name]);
        }
      }
      if (kind === "sqlite")
        await sql`insert into customers_trigrams (customers_trigrams, rank) values ('integrity-check', 1)`.execute(
          db,
        );
    } finally {
      await store.close();
      await drop();
    }
  });
});

// PostgreSQL answers over a socket, so that the event loop turns there anyway.
onSqlite(({ kind }) => {
  test("a process hears between two of many batches that it is to end", async () => {
    const { settings, drop } = await createTemporaryDatabase(kind);
    const store = openStore(settings, { warn: () => undefined });
    const { db } = store;
    try {
      await store.migrate();
      const customers = Array.from({ length: count }, (_, index) => ({
        id: `c${index}`,
        number: "",
        name: "",
      }));
      await upsertCustomers(db, customers);
      const heard = await db.transaction().execute(async (transaction) => {
        let hears = false;
        setImmediate(() => {
          hears = true;
        });
        await foldAnew(transaction);
        return hears;
      });
      expect(heard).toBe(true);
    } finally {
      await store.close();
      await drop();
    }
  });
});
