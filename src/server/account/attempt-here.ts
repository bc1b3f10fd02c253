import type { CallContext } from "../call.ts";
import { attemptPlace } from "../request/standing.ts";
import { type Attempt, ensureAttempt, findAttempt } from "../store/attempts.ts";

/** The attempt of this browser and return address. */
export function attemptHere({ services, visitor, target }: CallContext): Promise<Attempt | undefined> {
  return findAttempt(services.store.db, attemptPlace(visitor, target), services.now());
}

/** The attempt of this browser and return address; where there is none, one in which nobody has proven anything. */
export function ensureAttemptHere({ services, visitor, target }: CallContext): Promise<Attempt> {
  return ensureAttempt(services.store.db, attemptPlace(visitor, target), services.now());
}
