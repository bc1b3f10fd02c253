import { type ProblemCode, type ProblemCodes, problemTypes } from "../shared/problem.ts";

interface ProblemOptions {
  type?: string;
  codes?: ProblemCodes;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** Captcha version and key, with captcha-required. */
  captcha?: { version: 1 | 2 | 3; siteKey: string | null };
}

/**
 * A designed error answer (specification sections 3 and 8). `message` is for the operator's log only, so it holds
 * nothing that was sent; the person reads the codes in their own language.
 */
export class Problem extends Error {
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, message: string, options: ProblemOptions = {}) {
    super(message);
    this.name = "Problem";
    this.status = status;
    this.options = options;
  }
}

/** 400 with an errors map: shown on the form's fields, the empty name in general. */
export function fieldProblem(field: string, ...codes: ProblemCode[]): Problem {
  return new Problem(400, `refused: ${field || "general"}`, { codes: { [field]: codes } });
}

/** 400 without an errors map: the attempt or session is gone, back to sign-in (specification, section 4). */
export function timedOut(message: string): Problem {
  return new Problem(400, message);
}

/**
 * 400 for a request that no client of ours sends. It has an errors map, because one without it would be taken for
 * a session that timed out.
 */
export function badRequest(message: string): Problem {
  return new Problem(400, message, { codes: { "": [{ code: "problems.badRequest" }] } });
}

/** 400 without an errors map: fetch a new token and repeat once (decisions 5). */
export function forged(message: string): Problem {
  return new Problem(400, message, { type: problemTypes.antiForgery });
}

/** 403: a challenge has to be solved first. Who has no script to do so learns how many minutes to wait instead. */
export function captchaRequired(minutes: number): Problem {
  return new Problem(403, "a challenge has to be solved first", {
    type: problemTypes.captchaRequired,
    captcha: { version: 1, siteKey: null },
    codes: { "": [{ code: "problems.captchaNeedsScript", params: { count: minutes } }] },
  });
}

const longestInSeconds = 120;

/** 429: too many tries; `seconds` until the next one is taken. */
export function tooMany(seconds: number): Problem {
  const code =
    seconds <= longestInSeconds
      ? { code: "problems.tooMany", params: { count: seconds } }
      : { code: "problems.tooManyMinutes", params: { count: Math.ceil(seconds / 60) } };
  return new Problem(429, "too many tries", {
    type: problemTypes.tooMany,
    retryAfter: seconds,
    codes: { "": [code] },
  });
}
