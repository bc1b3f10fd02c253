import type { ProblemCodes } from "../../shared/problem-codes.ts";

/** Why a call gave no answer: the page leads elsewhere already, or there is something to show. */
export type CallFailure = { kind: "left" } | { kind: "refused"; problems: ProblemCodes };

export const left: CallFailure = { kind: "left" };

/** One general problem, from a text key. */
export function generalProblem(code: string): CallFailure {
  return { kind: "refused", problems: { "": [{ code }] } };
}
