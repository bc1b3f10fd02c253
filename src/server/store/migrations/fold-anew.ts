import { foldSearch } from "../../../shared/fold-search.ts";
import { searchedText } from "../customers.ts";
import type { AnyDb } from "./columns.ts";

/** Letters that tell that a customer may have to be folded anew: of the name as it is, or of what it is searched by. */
type Letters = Partial<Record<"name" | "search", readonly string[]>>;

/** Those that were not taken for plain ones before; an older text has them in lower case. */
export const plainLetters: Letters = { search: ["ł", "ø", "đ", "ð", "þ", "æ", "œ", "ħ", "ŧ", "ŋ", "ß"] };

/** Those that came to be found as one or as two, whichever is typed; the last of the names' are of decomposed letters. */
export const pairedLetters: Letters = {
  name: ["ä", "ö", "ü", "å", "ø", "Ä", "Ö", "Ü", "Å", "Ø", "\u212B", "\u0308", "\u030A"],
  search: ["ae", "oe", "ue", "aa"],
};

// Keeps a statement under the databases' limit of bound values.
const batchSize = 500;

/** Folds anew what customers are searched by where they have one of some letters. Indices and triggers follow. */
export async function foldAnew(db: AnyDb, { name = [], search = [] }: Letters): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("customers")
      .select(["id", "number", "name"])
      .where(({ or, eb }) =>
        or([
          ...name.map((letter) => eb("name", "like", `%${letter}%`)),
          ...search.map((letters) => eb("search", "like", `%${letters}%`)),
        ]),
      )
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
