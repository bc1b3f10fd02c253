import { day, hour } from "../../shared/durations.ts";
import { randomToken } from "../crypto.ts";
import { addressKey } from "../domain/address-key.ts";
import { keptRequestLockout } from "../domain/lockout.ts";
import { startUrlOf } from "../request/start-address.ts";
import type { Services } from "../services.ts";
import {
  type AuthorizationRequest,
  answeredLife,
  beginRequestAnew,
  type NewAuthorizationRequest,
  saveAuthorizationRequest,
} from "../store/authorization-requests.ts";
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

/**
 * Keeps a request that the application was answered to. It knows its own state once, so whoever comes later than a moment is led to
 * where it starts; without such a place the request stays, because an application may still lead on and our expired page cannot.
 * Should the person come back to it, it begins anew.
 */
export async function keepAnsweredRequest(
  services: Services,
  { uid, clientId }: Pick<AuthorizationRequest, "uid" | "clientId">,
): Promise<void> {
  const longest = startUrlOf(services, clientId) === undefined ? life.isAll : answeredLife;
  const kept = { life: longest, now: services.now() };
  await beginRequestAnew(services.store.db, { uid, chainId: randomToken(16) }, kept);
}
