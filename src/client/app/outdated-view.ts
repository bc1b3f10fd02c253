import { type ProblemCodes, problemKeys } from "../../shared/problem-codes.ts";

/** Refusals of devices that are not those of the view any more: somebody else was faster, or an answer was lost. */
const codes = ["problems.deviceKnown", "problems.deviceGone"];

/** Says whether a refusal means that the view is to be looked at anew, which may lead on. */
export function isOutdatedBy(problems: ProblemCodes): boolean {
  return problemKeys(problems).some((key) => codes.includes(key));
}
