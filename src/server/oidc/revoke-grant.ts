import type { Services } from "../services.ts";
import { oidcRecords } from "../store/oidc-records.ts";
import type { Db } from "../store/tables.ts";

/** Ends a grant with every code and token that was issued under it. */
export async function revokeGrant(
  services: Services,
  grantId: string,
  db: Db = services.store.db,
): Promise<void> {
  const records = oidcRecords(db, services.settings.secretKeys);
  await records.revokeByGrantId(grantId);
  await records.destroy("Grant", grantId);
}
