import type { AnyDb } from "./columns.ts";

/** Each request of an application wrote an index that no statement reads. */
export async function unusedIndex(db: AnyDb): Promise<void> {
  await db.schema.dropIndex("authorization_requests_by_chain_id").execute();
}
