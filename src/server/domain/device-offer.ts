import { day, minute } from "../../shared/durations.ts";
import { isWithin } from "./freshness.ts";

/** How long the offer of a device credential stands after a sign-in, milliseconds. */
const offerLife = 10 * minute;

/** For how long a declined offer is not made again, milliseconds. */
export const offerPause = 30 * day;

/**
 * Says whether the offer of a device credential still stands in a session's way. It lapses by itself: whoever closes
 * the page instead of declining must not be kept from every application for ever, least of all from those that ask
 * without a page (`prompt=none`).
 */
export function isOfferOpen(
  session: { deviceOffer: boolean; createdAt: number } | null,
  now: number,
): boolean {
  return session?.deviceOffer === true && isWithin(offerLife, session.createdAt, now);
}
