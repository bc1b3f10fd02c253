import type { CallContext } from "../../call.ts";
import { cookieNames } from "../../cookies.ts";
import { randomToken, sha256 } from "../../crypto.ts";
import { isDeviceRemembered, rememberDevice } from "../../store/remembered-devices.ts";
import type { User } from "../../store/users.ts";

/** For how many days a device is remembered at most (security, TF-8). */
export const rememberedDays = 30;

const day = 24 * 3600;

/** Says whether this person proved a second factor on this device lately and had it remembered (security, TF-8). */
export async function isRememberedHere({ services, cookies }: CallContext, user: User): Promise<boolean> {
  const token = cookies.get(cookieNames.device);
  if (token === undefined || user.disabled) return false;
  const device = { idHash: deviceHash(token, user.id), userId: user.id };
  return isDeviceRemembered(services.store.db, device, services.now());
}

/**
 * Remembers that this person has just proven a second factor on this device. The cookie names the device alone, so
 * whoever shares it is remembered beside the others.
 */
export async function rememberHere({ services, cookies }: CallContext, user: User): Promise<void> {
  const token = cookies.get(cookieNames.device) ?? randomToken();
  const now = services.now();
  const expiresAt = now + rememberedDays * day * 1000;
  const device = { idHash: deviceHash(token, user.id), userId: user.id, expiresAt };
  await rememberDevice(services.store.db, device, now);
  cookies.set(cookieNames.device, token, { maxAge: rememberedDays * day });
}

function deviceHash(token: string, userId: string): string {
  return sha256(`${token} ${userId}`);
}
