/** What a token must say of itself, as the provider tells it. */
export interface RecaptchaExpected {
  /** Host names that the partner's pages have. */
  hosts: readonly string[];
  /** Of the score alone; undefined: any action and no score, as the checkbox has none. */
  score: { action: string; least: number } | undefined;
  /** Epoch milliseconds, by this server's clock. */
  now: number;
  /** Milliseconds that a token is good for. */
  life: number;
}

/** Why a token counts for nothing. */
export type RecaptchaRefusal = "refused" | "otherHost" | "otherAction" | "lowScore" | "tooOld";

/** The provider's verdict on a token: when its challenge was made (epoch milliseconds), or why it counts for nothing. */
export type RecaptchaVerdict = { madeAt: number } | { refusal: RecaptchaRefusal };

/**
 * Judges what siteverify answers (developers.google.com/recaptcha/docs/verify and docs/v3). It vouches for the token
 * alone: whose page it was made on, for what, and when, is looked at here (security, CP-1).
 */
export function recaptchaVerdict(
  answer: unknown,
  { hosts, score: expected, now, life }: RecaptchaExpected,
): RecaptchaVerdict {
  const { success, hostname, action, score, challenge_ts } = (answer ?? {}) as Record<string, unknown>;
  if (success !== true) return { refusal: "refused" };
  if (!hosts.includes(String(hostname))) return { refusal: "otherHost" };
  if (expected !== undefined) {
    if (action !== expected.action) return { refusal: "otherAction" };
    if (typeof score !== "number" || score < expected.least) return { refusal: "lowScore" };
  }
  const madeAt = Date.parse(String(challenge_ts));
  // Its clock may be ahead of ours; what cannot be read as a time is too old too.
  if (!(Math.abs(now - madeAt) < life)) return { refusal: "tooOld" };
  return { madeAt };
}
