import { day, hour } from "../../shared/durations.ts";
import { addressKey } from "../domain/address-key.ts";
import { keptRequestLockout } from "../domain/lockout.ts";
import { startUrlOf } from "../plugins/application-start.ts";
import type { Services } from "../services.ts";
import { type NewAuthorizationRequest, saveAuthorizationRequest } from "../store/authorization-requests.ts";
import { takeTry } from "../store/throttle.ts";

/**
 * How long a request is kept, milliseconds. Whoever comes later is led to where its application starts, which asks anew and knows
 * its own request then; where the configuration names no such place, there is nothing else that a bookmark could lead to. Of an
 * address that many come from a request lasts for the sign-in alone, because anybody can begin one, as long as they like.
 */
const life = { startsAnew: 3 * day, isAll: 30 * day, isOneOfMany: hour };

/** Keeps an application's request for whoever comes back to it: by reload, another tab, a page left open or a bookmark. */
export async function keepRequest(
  services: Services,
  request: NewAuthorizationRequest,
  address: string,
): Promise<void> {
  const { store, settings, now } = services;
  const { allowed } = await takeTry(store.db, `request:${addressKey(address)}`, keptRequestLockout, now());
  const longest = startUrlOf(services, request.clientId) === undefined ? life.isAll : life.startsAnew;
  const kept = { life: allowed ? longest : life.isOneOfMany, now: now() };
  await saveAuthorizationRequest(store.db, settings.secretKeys, request, kept);
}
