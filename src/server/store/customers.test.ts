import { sql } from "kysely";
import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { addMemberships, upsertCustomers } from "./customers.ts";
import { insertUser } from "./users.ts";

onEachDatabase((database) => {
  test("customers that come again are written where something of them has changed, and nowhere else", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "anna", displayName: "Anna" }, 0);
    const file = ["c1", "c2"].map((id) => ({ id, number: `N-${id}`, name: `Customer ${id}` }));
    await upsertCustomers(db, file);
    await addMemberships(
      db,
      file.map(({ id }) => ({ userId: user.id, customerId: id })),
    );
    /** What changes with each write: of SQLite their number, of PostgreSQL the place of each row. */
    const writes = async () => {
      if (database.kind === "sqlite") return (await sql`select total_changes() as n`.execute(db)).rows;
      const places = sql`select ctid::text from customers union all select ctid::text from memberships`;
      return (await places.execute(db)).rows;
    };
    const before = await writes();
    await upsertCustomers(db, file);
    expect(await writes()).toEqual(before);
    await upsertCustomers(db, [...file.slice(1), { id: "c1", number: "N-c1", name: "Another name" }]);
    expect(await writes()).not.toEqual(before);
    const rows = await db.selectFrom("memberships").select(["customer_id", "search"]).execute();
    expect(rows.find(({ customer_id }) => customer_id === "c1")?.search).toMatch(/^another name\n/);
  });
});
