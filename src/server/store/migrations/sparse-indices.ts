import type { AnyDb } from "./columns.ts";

/** Columns that most rows leave empty: their indices hold only those that do not, so that the others cost nothing to write. */
const sparse = [
  ["oidc_records", "grant_id"],
  ["oidc_records", "uid"],
  ["audit", "support_code"],
] as const;

/** Sign-ins and codes write fewer pages. Nobody ever asks for a user code, which belongs to devices without a browser. */
export async function sparseIndices(db: AnyDb): Promise<void> {
  await db.schema.dropIndex("oidc_records_by_user_code").execute();
  for (const [table, column] of sparse) {
    const name = `${table}_by_${column}`;
    await db.schema.dropIndex(name).execute();
    await db.schema.createIndex(name).on(table).column(column).where(column, "is not", null).execute();
  }
}
