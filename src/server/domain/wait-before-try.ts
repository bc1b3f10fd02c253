import { minute, second } from "../../shared/durations.ts";

/** By how often something was tried; the last one stays. */
const waits = [2 * second, 8 * second, 30 * second, 2 * minute] as const;

/** A recipient who cannot be reached is tried again after so many milliseconds. */
export const waitForRecipient = 15 * minute;

/** How long what was not taken waits before it is tried again, in milliseconds; `tries` counts those that were made. */
export function waitBeforeTry(tries: number): number {
  return waits[Math.min(tries, waits.length) - 1] ?? waits[0];
}
