import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** One person on one device that they had remembered (security, TF-8). */
export interface RememberedDevice {
  /** Hash of the device's token and the person, so that each person's memory of a shared device is their own. */
  idHash: string;
  userId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Remembers a person's device. */
export async function rememberDevice(
  db: Db,
  { idHash, userId, expiresAt }: RememberedDevice,
  now: number,
): Promise<void> {
  await db
    .insertInto("remembered_devices")
    .values({ id_hash: idHash, user_id: userId, created_at: now, expires_at: expiresAt })
    .execute();
}

/** Says whether a person's device is remembered by one of these hashes, and not for too long. */
export async function isDeviceRemembered(
  db: Db,
  { idHashes, userId }: Pick<RememberedDevice, "userId"> & { idHashes: readonly string[] },
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("remembered_devices")
    .select("id_hash")
    .where("id_hash", "in", idHashes)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Says whether any device of a person is remembered. */
export async function hasRememberedDevices(db: Db, userId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom("remembered_devices")
    .select("id_hash")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets all devices of a person, and says how many: they ask for it, or their password or a factor of theirs has changed (security, TF-8, SE-6). */
export async function forgetRememberedDevices(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("remembered_devices")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
