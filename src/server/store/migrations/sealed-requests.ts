import type { AnyDb } from "./columns.ts";

/** Waiting requests that stand in clear go: their pages say that they are too old, and where to begin again. */
export async function sealedRequests(db: AnyDb): Promise<void> {
  await db.deleteFrom("authorization_requests").execute();
}
