import { foldSearch } from "../../../shared/fold-search.ts";
import { searchedText } from "../customers.ts";
import type { AnyDb } from "./columns.ts";
import { pagesOf } from "./pages.ts";

type Customer = Record<"id" | "number" | "name" | "search", string>;

/** Folds anew what customers are searched by where it is not what it would be today. Indices and triggers follow. */
export async function foldAnew(db: AnyDb): Promise<void> {
  for await (const rows of pagesOf<Customer>(db, "customers", ["id", "number", "name", "search"])) {
    const others = rows.filter((row) => row.search !== searchedText(row));
    if (others.length > 0) await writeFolded(db, others);
  }
}

async function writeFolded(db: AnyDb, customers: readonly Customer[]): Promise<void> {
  const rows = customers.map((customer) => ({
    ...customer,
    number_fold: foldSearch(customer.number),
    search: searchedText(customer),
  }));
  await db
    .insertInto("customers")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((update) => ({
        number_fold: update.ref("excluded.number_fold"),
        search: update.ref("excluded.search"),
      })),
    )
    .execute();
  await db
    .updateTable("memberships")
    .set(({ selectFrom }) => ({
      search: selectFrom("customers")
        .select("customers.search")
        .whereRef("customers.id", "=", "memberships.customer_id"),
    }))
    .where(
      "customer_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
}
