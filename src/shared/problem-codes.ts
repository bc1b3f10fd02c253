import type { UnknownCredential } from "../generated/calls.ts";
import type { TextParams, Translate } from "./translate.ts";

/** One thing wrong, as a text key of `locales/` (`problems.signInFailed`, `validation.required`) with the values of its text. */
export interface ProblemCode {
  code: string;
  params?: TextParams;
  /** The server's own words, where a client has read them from the answer's `errors`; not sent. */
  text?: string;
}

/** Field name → what is wrong with it. The empty name holds what is wrong in general (specification, section 3). */
export type ProblemCodes = Record<string, ProblemCode[]>;

/** Body of every answer of the 400 and 500 classes (RFC 9457, specification section 3, decisions 3). */
export interface ProblemBody {
  type?: string;
  title?: string;
  status: number;
  detail?: string;
  errors?: Record<string, string[]>;
  codes?: ProblemCodes;
  supportCode?: string;
  version?: number;
  siteKey?: string | null;
  unknownCredential?: UnknownCredential;
}

/** The `type` values that a client acts on; every other problem is only shown. */
export const problemTypes = {
  antiForgery: "anti-forgery",
  captchaRequired: "captcha-required",
  tooMany: "too-many",
} as const;

/** Server field names reach the form with their first letter lower-cased (specification, section 5). */
export function formFieldName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * What a person is told of a value that a keyword of its schema refuses; `params` are those of Ajv's error. What is missing, each side
 * tells in words of its own.
 */
export function codeOfKeyword(keyword: string, params: Record<string, unknown>): ProblemCode {
  switch (keyword) {
    case "minLength":
      return { code: "validation.minLength", params: { count: Number(params.limit) } };
    case "maxLength":
      return { code: "validation.maxLength", params: { count: Number(params.limit) } };
    case "format":
      return { code: params.format === "email" ? "validation.email" : "validation.invalid" };
    case "pattern":
      return { code: "validation.pattern" };
    default:
      return { code: "validation.invalid" };
  }
}

/** What a person reads of a problem: in the language of `t` where that has words for it, and never nothing. */
export function problemText({ code, params, text }: ProblemCode, t: Translate): string {
  return t(code, params) || text || t("problems.badRequest");
}

/** The text keys of some codes. */
export function problemKeys(codes: ProblemCodes): string[] {
  return Object.values(codes).flatMap((list) => list.map(({ code }) => code));
}

/** The texts of some codes in the language of `t`. */
export function problemTexts(codes: ProblemCodes, t: Translate): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(codes).map(([field, list]) => [field, list.map((problem) => problemText(problem, t))]),
  );
}

// Up to these a wait is told in seconds, and in minutes: longer ones nobody counts so.
const longestInSeconds = 120;
const longestInMinutes = 90;

/** Minutes of a wait; undefined: it is short enough to be told in seconds. */
export function minutesOfWait(seconds: number): number | undefined {
  return seconds <= longestInSeconds ? undefined : Math.ceil(seconds / 60);
}

/** That there were too many tries, and how long to wait, in what is easy to read. */
export function tooManyCode(seconds: number): ProblemCode {
  const minutes = minutesOfWait(seconds);
  if (minutes === undefined) return { code: "problems.tooMany", params: { count: seconds } };
  return minutes <= longestInMinutes
    ? { code: "problems.tooManyMinutes", params: { count: minutes } }
    : { code: "problems.tooManyHours", params: { count: Math.ceil(minutes / 60) } };
}
