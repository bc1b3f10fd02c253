import type { ExpressionBuilder } from "kysely";
import { foldOtherwise, foldSearch } from "../../shared/fold-search.ts";
import type { Db, Tables } from "./tables.ts";

/** A customer (tenant) of the provider. */
export interface Customer {
  id: string;
  /** As printed on invoices. */
  number: string;
  name: string;
}

/** A customer as one person sees it; `lastUsedAt` in milliseconds since 1970, null: never. */
export interface SeenCustomer extends Customer {
  lastUsedAt: number | null;
}

/** Whose customers are meant. */
export interface CustomerViewer {
  userId: string;
  /** Vendor staff see every customer. */
  allCustomers: boolean;
}

// Keeps a statement under the databases' limit of bound values.
const rowsPerStatement = 1000;

/** What a file of customers tells of each. */
const told = ["number", "name", "number_fold", "search"] as const;

/** Adds customers, or renames those that are there. */
export async function upsertCustomers(db: Db, customers: readonly Customer[]): Promise<void> {
  for (const part of inParts(customers)) {
    const rows = part.map(toRow);
    await inTransaction(db, async (transaction) => {
      await transaction
        .insertInto("customers")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(told.map((column) => [column, ref(`excluded.${column}`)])),
            )
            // Files of all customers come again and again: what is as it was is not written.
            .where(({ or, eb, ref }) =>
              or(told.map((column) => eb(`customers.${column}`, "!=", ref(`excluded.${column}`)))),
            ),
        )
        .execute();
      await copySearch(
        transaction,
        rows.map((row) => row.id),
      );
    });
  }
}

/** Which of some identifiers are customers. */
export async function knownCustomers(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)];
  const known = new Set<string>();
  for (const part of inParts(wanted)) {
    const rows = await db.selectFrom("customers").select("id").where("id", "in", part).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** For some people, at most a thousand, the customers that they work for. */
export async function membershipsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("memberships")
    .select(["user_id", "customer_id"])
    .where("user_id", "in", userIds)
    .orderBy("customer_id")
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byUser].map(([id, own]) => [id, own.map((row) => row.customer_id)]));
}

/** Lets people see customers. A pair that is there stays; an unknown customer is left out. */
export async function addMemberships(
  db: Db,
  memberships: readonly { userId: string; customerId: string }[],
): Promise<void> {
  for (const part of inParts(memberships)) {
    const found = await db
      .selectFrom("customers")
      .select(["id", "search"])
      .where("id", "in", [...new Set(part.map((pair) => pair.customerId))])
      .execute();
    const searchOf = new Map(found.map((row) => [row.id, row.search]));
    const rows = part.flatMap(({ userId, customerId }) => {
      const search = searchOf.get(customerId);
      return search === undefined ? [] : [{ user_id: userId, customer_id: customerId, search }];
    });
    if (rows.length === 0) continue;
    await db
      .insertInto("memberships")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["user_id", "customer_id"]).doNothing())
      .execute();
  }
}

/** Lets a person see these customers and no others, and forgets when they worked for those that are gone. */
export async function replaceMemberships(
  db: Db,
  userId: string,
  customerIds: readonly string[],
): Promise<void> {
  const before = (await membershipsOf(db, [userId])).get(userId) ?? [];
  const gone = before.filter((id) => !customerIds.includes(id));
  for (const table of ["memberships", "customer_uses"] as const)
    for (const part of inParts(gone))
      await db.deleteFrom(table).where("user_id", "=", userId).where("customer_id", "in", part).execute();
  await addMemberships(
    db,
    customerIds.map((customerId) => ({ userId, customerId })),
  );
}

/** A customer that the person may see. */
export async function findCustomer(
  db: Db,
  viewer: CustomerViewer,
  customerId: string,
): Promise<SeenCustomer | undefined> {
  const [customer] = await seenCustomers(db, viewer, [customerId]);
  return customer;
}

/** Says for customers, at most a thousand, whether everybody there needs a second factor. */
export async function requireSecondFactorAt(
  db: Db,
  customerIds: readonly string[],
  required: boolean,
): Promise<void> {
  if (customerIds.length === 0) return;
  await db
    .updateTable("customers")
    .set({ second_factor_required: required ? 1 : 0 })
    .where("id", "in", customerIds)
    .execute();
}

/** The three customers that a person worked for last, newest first, as far as they still see them. */
export async function recentCustomers(db: Db, viewer: CustomerViewer): Promise<SeenCustomer[]> {
  const used = await db
    .selectFrom("customer_uses")
    .select("customer_id")
    .where("user_id", "=", viewer.userId)
    .orderBy("last_used_at", "desc")
    .orderBy("customer_id")
    .limit(3)
    .execute();
  return seenCustomers(
    db,
    viewer,
    used.map((row) => row.customer_id),
  );
}

/** Remembers that a person works for a customer now. */
export async function touchMembership(
  db: Db,
  userId: string,
  customerId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("customer_uses")
    .values({ user_id: userId, customer_id: customerId, last_used_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "customer_id"]).doUpdateSet({ last_used_at: now }))
    .execute();
}

/** The customers of some identifiers that a person may see, in the order of the identifiers. */
export async function seenCustomers(
  db: Db,
  viewer: CustomerViewer,
  ids: readonly string[],
): Promise<SeenCustomer[]> {
  // Identifiers come from addresses too; a text with NUL is nobody's, and an error to PostgreSQL.
  const wanted = ids.filter((id) => !id.includes("\0"));
  if (wanted.length === 0) return [];
  const all = db
    .selectFrom("customers")
    .leftJoin("customer_uses", (join) =>
      join
        .onRef("customer_uses.customer_id", "=", "customers.id")
        .on("customer_uses.user_id", "=", viewer.userId),
    )
    .select(["customers.id", "customers.number", "customers.name", "customer_uses.last_used_at"])
    .where("customers.id", "in", wanted);
  const visible = viewer.allCustomers
    ? all
    : all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("memberships")
            .select("memberships.user_id")
            .where("memberships.user_id", "=", viewer.userId)
            .whereRef("memberships.customer_id", "=", "customers.id"),
        ),
      );
  const rows = new Map((await visible.execute()).map((row) => [row.id, row]));
  return wanted.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, number: row.number, name: row.name, lastUsedAt: row.last_used_at }] : [];
  });
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += rowsPerStatement)
    yield items.slice(start, start + rowsPerStatement);
}

function inTransaction(db: Db, work: (transaction: Db) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

function toRow(customer: Customer) {
  return {
    id: customer.id,
    number: customer.number,
    name: customer.name,
    number_fold: foldSearch(customer.number),
    search: searchedText(customer),
  };
}

/**
 * What a customer is sorted and found by: name, number, and the other spellings of the name. A word of a filter may be in any of
 * them; what begins with a filter is named so.
 */
export function searchedText({ name, number }: Pick<Customer, "name" | "number">): string {
  return [foldSearch(name), foldSearch(number), ...foldOtherwise(name)].join("\n");
}

async function copySearch(db: Db, ids: readonly string[]): Promise<void> {
  const search = ({ selectFrom }: ExpressionBuilder<Tables, "memberships">) =>
    selectFrom("customers")
      .select("customers.search")
      .whereRef("customers.id", "=", "memberships.customer_id")
      .$asScalar()
      .$notNull();
  await db
    .updateTable("memberships")
    .set((update) => ({ search: search(update) }))
    .where("customer_id", "in", ids)
    .where("search", "!=", search)
    .execute();
}
