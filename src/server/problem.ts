import type { UnknownCredential } from "../generated/calls.ts";
import { type ProblemCode, type ProblemCodes, problemTypes, tooManyCode } from "../shared/problem-codes.ts";
import type { CaptchaAsked } from "./domain/captcha-rule.ts";

interface ProblemOptions {
  type?: string;
  codes?: ProblemCodes;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** With captcha-required. */
  captcha?: CaptchaAsked;
  /** What the browser is to offer no more. */
  unknownCredential?: UnknownCredential;
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

/**
 * 400 by whose type a client fetches a new token and repeats once (decisions 5); without `codes` a repetition that is refused
 * too is a time-out.
 */
export function forged(message: string, codes?: ProblemCodes): Problem {
  return new Problem(400, message, { type: problemTypes.antiForgery, codes });
}

/** 403: a challenge has to be solved first. Who has no script to do so learns how many minutes to wait instead. */
export function captchaRequired(captcha: CaptchaAsked, minutes: number): Problem {
  return new Problem(403, "a challenge has to be solved first", {
    type: problemTypes.captchaRequired,
    captcha,
    codes: { "": [{ code: "problems.captchaNeedsScript", params: { count: minutes } }] },
  });
}

/** 429: too many tries; `seconds` until the next one is taken, and the `wayOut` of who cannot wait. */
export function tooMany(seconds: number, wayOut: readonly ProblemCode[] = []): Problem {
  return new Problem(429, "too many tries", {
    type: problemTypes.tooMany,
    retryAfter: seconds,
    codes: { "": [tooManyCode(seconds), ...wayOut] },
  });
}
