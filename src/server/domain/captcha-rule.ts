import { minute } from "../../shared/durations.ts";
import type { LockoutPolicy } from "./lockout.ts";

/** Which challenge is asked for: 1 our own proof of work, 2 the checkbox of reCAPTCHA, 3 its score. */
export interface CaptchaAsked {
  version: 1 | 2 | 3;
  /** Public key of versions 2 and 3. */
  siteKey: string | null;
}

/** The public keys that a partner has. */
interface CaptchaKeys {
  checkbox?: { siteKey: string };
  score?: { siteKey: string };
}

/** The highest version that a partner has a key of, `most` at most; our own where it has none. */
export function captchaAsked(
  { captcha: { score, checkbox } }: { captcha: CaptchaKeys },
  most: CaptchaAsked["version"] = 3,
): CaptchaAsked {
  if (score !== undefined && most === 3) return { version: 3, siteKey: score.siteKey };
  if (checkbox !== undefined && most >= 2) return { version: 2, siteKey: checkbox.siteKey };
  return { version: 1, siteKey: null };
}

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
