import type { LockoutPolicy } from "./lockout.ts";

const minute = 60_000;

/**
 * From how many failures on a challenge is asked for (security, CP-2), whatever the client shows. Behind one address
 * may be a whole company, whose people mistype some dozens of passwords in an hour.
 */
export const captchaFrom = { name: 3, address: 100 } as const;

/**
 * How long a challenge is asked for after the last failure and its wait, in milliseconds: the longest wait of the
 * lockout, which lets nobody guess faster than this anyway. So who cannot solve one is not shut out for good. Where
 * right tries count for a moment too (`fixed`), the last failure is not known, and it is asked for until the failures
 * are forgotten.
 */
const askedFor = 15 * minute;

/** Failures of a budget as they are counted now. */
export interface CountedFailures {
  failures: number;
  /** When they are forgotten, milliseconds since 1970. */
  expiresAt: number;
}

/** Until when the failures of a budget ask for a challenge; 0: they do not. */
export function captchaUntil(
  counted: CountedFailures | undefined,
  { forgetAfter, fixed }: LockoutPolicy,
  from: number,
  now: number,
): number {
  if (counted === undefined || counted.failures < from) return 0;
  const until = fixed ? counted.expiresAt : counted.expiresAt - forgetAfter + askedFor;
  return until > now ? until : 0;
}
