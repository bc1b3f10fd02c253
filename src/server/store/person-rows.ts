import { sql } from "kysely";
import type { Db, Tables } from "./tables.ts";

/** A table that says of a row whose it is, and where. */
export interface PersonTable {
  table: keyof Tables;
  owner: "id" | "user_id";
}

/** Some columns of everything that a table has of a person, in the order of the first, then of the next. */
export async function rowsOfPerson(
  db: Db,
  { table, owner }: PersonTable,
  columns: readonly string[],
  userId: string,
): Promise<Record<string, unknown>[]> {
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${listed} from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} order by ${listed}`.execute(
    db,
  );
  return rows;
}
