import type { PasswordRules } from "../../generated/calls.ts";
import type { Facts } from "../../shared/matches.ts";
import type { CompiledForm, FormValues } from "./compiled-form.ts";

/** What governs a new password: the bounds, and whose it is. */
export interface NewPasswordRules {
  rules: PasswordRules;
  username: string;
}

/** The rules that a form says it has; the user name is a fact too, or typed in the form itself. */
export function newPasswordRules(
  { rules: fact, username }: CompiledForm,
  facts: Facts,
  values: FormValues,
): NewPasswordRules | undefined {
  const rules = fact === undefined ? undefined : (facts[fact] as PasswordRules | undefined);
  // A screen that could not be loaded has none.
  if (rules?.minLength === undefined) return undefined;
  return { rules, username: String((username === undefined ? values.username : facts[username]) ?? "") };
}
