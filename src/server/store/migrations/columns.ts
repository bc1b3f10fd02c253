import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import type { DatabaseKind } from "../tables.ts";

/** A schema does not know the tables that it makes. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's migrations are typed so.
export type AnyDb = Kysely<any>;

export const required = (column: ColumnDefinitionBuilder) => column.notNull();

export type Text = ReturnType<typeof textOf>;

/** Text that compares by bytes on both databases, whatever locale PostgreSQL was set up with. */
export function textOf(kind: DatabaseKind) {
  return kind === "sqlite" ? sql`text` : sql`text collate "C"`;
}

/** An index named after its table and columns. */
export async function index(db: AnyDb, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
