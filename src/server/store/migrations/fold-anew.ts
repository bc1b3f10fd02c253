import { foldSearch } from "../../../shared/fold-search.ts";
import { searchedText } from "../customers.ts";
import type { AnyDb } from "./columns.ts";

// Keeps a statement under the databases' limit of bound values.
const batchSize = 500;

/** Folds anew what customers are searched by where it is not what it would be today. Indices and triggers follow. */
export async function foldAnew(db: AnyDb): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("customers")
      .select(["id", "number", "name", "search"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    const next = rows.at(-1);
    if (next === undefined) return;
    last = next.id;
    const others = rows.filter((row) => row.search !== searchedText(row));
    if (others.length > 0) await writeFolded(db, others);
  }
}

async function writeFolded(
  db: AnyDb,
  customers: readonly { id: string; number: string; name: string }[],
): Promise<void> {
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
