import { foldSearch } from "../../../shared/fold-search.ts";
import type { AnyDb } from "./columns.ts";

/** Letters that were not taken for plain ones before; an older text has them in lower case. */
const letters = ["ł", "ø", "đ", "ð", "þ", "æ", "œ", "ħ", "ŧ", "ŋ", "ß"];
// Keeps a statement under the databases' limit of bound values.
const batchSize = 500;

/**
 * Folds anew what customers are searched by where it holds a letter that has come to be searched as a plain one. Indices
 * and triggers follow. What is folded anew already has no such letter.
 */
export async function foldAnew(db: AnyDb): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("customers")
      .select(["id", "number", "name"])
      .where(({ or, eb }) => or(letters.map((letter) => eb("search", "like", `%${letter}%`))))
      .where("id", ">", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    const next = rows.at(-1);
    if (next === undefined) return;
    last = next.id;
    await writeFolded(db, rows);
  }
}

async function writeFolded(
  db: AnyDb,
  customers: readonly { id: string; number: string; name: string }[],
): Promise<void> {
  const rows = customers.map(({ id, number, name }) => {
    const numberFold = foldSearch(number);
    return { id, number, name, number_fold: numberFold, search: `${foldSearch(name)}\n${numberFold}` };
  });
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
