import type { PasswordRules } from "../../generated/calls.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import type { ProblemCode } from "../../shared/problem.ts";
import { foldSearch } from "./fold.ts";

// Shorter words occur in good passwords by chance.
const shortestForbiddenWord = 4;

/**
 * Everything that is wrong with a new password, as text keys; an empty list: it may be used. Beside the rules that the
 * client knows too, it must not contain `words`: user name, partner and product names (security, PW-3, PW-4).
 */
export function checkNewPassword(
  password: string,
  rules: PasswordRules,
  words: readonly string[] = [],
): ProblemCode[] {
  const problems = passwordProblems(password, rules);
  return containsWord(password, words) ? [...problems, { code: "validation.containsName" }] : problems;
}

function containsWord(password: string, words: readonly string[]): boolean {
  const folded = foldSearch(password);
  return words
    .flatMap((word) => foldSearch(word).split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= shortestForbiddenWord && folded.includes(word));
}
