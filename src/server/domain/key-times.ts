import { day } from "../../shared/durations.ts";

/**
 * Times of a signing key in milliseconds: a new one is published before it signs, so that applications know it, of which gateways keep
 * the keys for hours, and an old one stays published for the ID tokens that come back as hints.
 */
export const keyTimes = { beforeSigning: day, signs: 90 * day, published: 270 * day } as const;
