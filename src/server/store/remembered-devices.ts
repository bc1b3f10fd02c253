import type { Db } from "./tables.ts";

/** One person on one device that they had remembered (security, TF-8). */
export interface RememberedDevice {
  /** Hash of the device's token and the person, so that each person's memory of a shared device is their own. */
  idHash: string;
  userId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Remembers a person's device, or remembers it anew. */
export async function rememberDevice(
  db: Db,
  { idHash, userId, expiresAt }: RememberedDevice,
  now: number,
): Promise<void> {
  const life = { created_at: now, expires_at: expiresAt };
  await db
    .insertInto("remembered_devices")
    .values({ id_hash: idHash, user_id: userId, ...life })
    .onConflict((conflict) => conflict.column("id_hash").doUpdateSet(life))
    .execute();
}

/** Says whether a person's device is remembered and not too old. */
export async function isDeviceRemembered(
  db: Db,
  { idHash, userId }: Pick<RememberedDevice, "idHash" | "userId">,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("remembered_devices")
    .select("id_hash")
    .where("id_hash", "=", idHash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets all devices of a person, because their password or a factor of theirs has changed (security, TF-8, SE-6). */
export async function forgetRememberedDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("remembered_devices").where("user_id", "=", userId).execute();
}
