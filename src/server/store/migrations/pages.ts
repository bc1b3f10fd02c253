import { setImmediate } from "node:timers/promises";
import type { AnyDb } from "./columns.ts";

// Keeps a statement that writes a page's rows, such as the insert of fold-anew.ts, under the databases' limit of bound values.
const size = 500;

/**
 * All rows of a table in the order of their identifiers, some at a time. Between them the event loop turns: on SQLite nothing else lets a
 * process hear that it is to end before a million rows are through.
 */
export async function* pagesOf<Row extends { id: string }>(
  db: AnyDb,
  table: string,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<Row[]> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select(columns)
      .where("id", ">", last)
      .orderBy("id")
      .limit(size)
      .$castTo<Row>()
      .execute();
    const next = rows.at(-1);
    if (next === undefined) return;
    yield rows;
    last = next.id;
    await setImmediate();
  }
}
