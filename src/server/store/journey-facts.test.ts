import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { addMemberships, requireSecondFactorAt, upsertCustomers } from "./customers.ts";
import { findJourneyFacts } from "./journey-facts.ts";
import { saveSecondFactor } from "./second-factors.ts";
import type { Db } from "./tables.ts";
import { insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const nothing = { customers: 0, onlyCustomerId: null, worksForStrictCustomer: false, hasSecondFactor: false };

async function person(db: Db, username: string, ...customerIds: string[]) {
  const customers = customerIds.map((id) => ({ id, number: `N-${id}`, name: `Name ${id}` }));
  await upsertCustomers(db, customers);
  const { id: userId } = await insertUser(db, { username, displayName: username }, now);
  await addMemberships(
    db,
    customerIds.map((customerId) => ({ userId, customerId })),
  );
  const facts = (allCustomers = false) => findJourneyFacts(db, { userId, allCustomers });
  return { userId, facts };
}

onEachDatabase((database) => {
  test("nobody owes a choice of customers that there are not", async () => {
    const { facts } = await person(database.store().db, "facts-none");
    expect(await facts()).toEqual(nothing);
  });

  test("the only customer is told, of several that there is a choice", async () => {
    const { db } = database.store();
    const one = await person(db, "facts-one", "facts-1");
    expect(await one.facts()).toEqual({ ...nothing, customers: 1, onlyCustomerId: "facts-1" });
    const three = await person(db, "facts-three", "facts-1", "facts-2", "facts-3");
    expect(await three.facts()).toEqual({ ...nothing, customers: 2 });
  });

  test("who sees every customer has a choice without working for one", async () => {
    const { db } = database.store();
    await person(db, "facts-others", "facts-4", "facts-5");
    const { facts } = await person(db, "facts-all");
    expect(await facts(true)).toEqual({ ...nothing, customers: 2 });
  });

  test("one strict customer among a person's own is enough, another's does not count", async () => {
    const { db } = database.store();
    const some = await person(db, "facts-strict", "facts-6", "facts-7");
    const other = await person(db, "facts-lax", "facts-8");
    await requireSecondFactorAt(db, ["facts-7"], true);
    expect(await some.facts()).toMatchObject({ worksForStrictCustomer: true });
    expect(await other.facts()).toMatchObject({ worksForStrictCustomer: false });
  });

  test("one strict customer is enough where many others are strict too, and others' alone are not", async () => {
    const { db } = database.store();
    const ids = Array.from({ length: 101 }, (_, index) => `facts-many-${index}`);
    await person(db, "facts-elsewhere", ...ids);
    await requireSecondFactorAt(db, ids, true);
    const own = await person(db, "facts-of-many", "facts-many-7", "facts-9");
    const other = await person(db, "facts-of-none", "facts-9");
    expect(await own.facts()).toMatchObject({ worksForStrictCustomer: true });
    expect(await other.facts()).toMatchObject({ worksForStrictCustomer: false });
  });

  test("a second factor that is set up is known", async () => {
    const { db } = database.store();
    const { userId, facts } = await person(db, "facts-factor");
    await saveSecondFactor(db, userId, { kind: "pin", secret: null, target: "a@example.test" }, now);
    expect(await facts()).toMatchObject({ hasSecondFactor: true });
  });
});
