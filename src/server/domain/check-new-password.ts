import type { PasswordRules } from "../../generated/calls.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import type { ProblemCode } from "../../shared/problem-codes.ts";
import { isCommonPassword } from "./common-password.ts";

/**
 * Everything that is wrong with a new password of a user, as text keys; an empty list: it may be used. Beside the rules
 * that the client knows too, it must be none of the commonest (security, PW-3, PW-4).
 */
export function checkNewPassword(
  password: string,
  rules: PasswordRules,
  username: string,
  common: ReadonlySet<string>,
): ProblemCode[] {
  const problems = passwordProblems(password, rules, username);
  return isCommonPassword(password, common) ? [...problems, { code: "validation.common" }] : problems;
}
