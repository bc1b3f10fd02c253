import type { AnyDb } from "./columns.ts";

/**
 * Waiting requests that stand in clear go: their pages say that they are too old, and where to begin again. Grants that are not found
 * by their account go too: an application asks anew, and whoever is signed in notices nothing.
 */
export async function sealedRequests(db: AnyDb): Promise<void> {
  await db.deleteFrom("authorization_requests").execute();
  await db.deleteFrom("oidc_records").where("model", "=", "Grant").execute();
}
