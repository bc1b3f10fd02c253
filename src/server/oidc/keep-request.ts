import { day } from "../../shared/durations.ts";
import { startUrlOf } from "../plugins/application-start.ts";
import type { Services } from "../services.ts";
import { type NewAuthorizationRequest, saveAuthorizationRequest } from "../store/authorization-requests.ts";

/**
 * How long a request is kept, milliseconds. Whoever comes later is led to where its application starts, which asks anew and knows
 * its own request then; where the configuration names no such place, there is nothing else that a bookmark could lead to.
 */
const life = { startsAnew: 3 * day, isAll: 30 * day };

/** Keeps an application's request for whoever comes back to it: by reload, another tab, a page left open or a bookmark. */
export async function keepRequest(services: Services, request: NewAuthorizationRequest): Promise<void> {
  const { store, settings, now } = services;
  const startsAnew = startUrlOf(services, request.clientId) !== undefined;
  const kept = { life: startsAnew ? life.startsAnew : life.isAll, now: now() };
  await saveAuthorizationRequest(store.db, settings.secretKeys, request, kept);
}
