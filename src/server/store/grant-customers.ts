import { statement } from "./statement.ts";
import type { Db } from "./tables.ts";

/** Remembers for which customer a grant was given; `life` in milliseconds. */
export async function setGrantCustomer(
  db: Db,
  grantId: string,
  customerId: string,
  life: number,
  now: number,
): Promise<void> {
  const values = { customer_id: customerId, expires_at: now + life };
  await db
    .insertInto("grant_customers")
    .values({ grant_id: grantId, ...values })
    .onConflict((conflict) => conflict.column("grant_id").doUpdateSet(values))
    .execute();
}

/** The customer that a grant was given for. */
export async function findGrantCustomer(db: Db, grantId: string, now: number): Promise<string | undefined> {
  const { rows } = await customerOfGrant(db, { grantId, now });
  return rows[0]?.customer_id;
}

const customerOfGrant = statement((db, { grantId, now }: { grantId: string; now: number }) =>
  db
    .selectFrom("grant_customers")
    .select("customer_id")
    .where("grant_id", "=", grantId)
    .where("expires_at", ">", now)
    .compile(),
);
