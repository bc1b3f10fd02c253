import type { ProblemCode, ProblemCodes } from "../shared/problem.ts";

interface ProblemOptions {
  type?: string;
  codes?: ProblemCodes;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** Captcha version and key, with captcha-required. */
  captcha?: { version: 1 | 2 | 3; siteKey: string | null };
}

/**
 * A designed error answer (specification sections 3 and 8). `message` is for the operator's log only; the person
 * reads the codes in their own language.
 */
export class Problem extends Error {
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, message: string, options: ProblemOptions = {}) {
    super(message);
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
