import { minute } from "../../shared/durations.ts";

/** For how long after a sign-in one may change how one signs in, milliseconds (security, SE-8). */
export const freshFor = 5 * minute;

/**
 * By how many milliseconds the clocks of two processes may differ. What was made later than this from now was made before
 * the clock was set back: it counts as long past, not as new (security, F6).
 */
export const clockTolerance = 90_000;

/** Says whether something that was made at `at` is still good at `now`; `life` in milliseconds. */
export function isWithin(life: number, at: number, now: number): boolean {
  const age = now - at;
  return age > -clockTolerance && age < life;
}

/** Says at `now` whether something that was made at `at` was made since `from`; what no clock of today can have made was not. */
export function isSince(from: number, at: number, now: number): boolean {
  return at >= from && at < now + clockTolerance;
}
