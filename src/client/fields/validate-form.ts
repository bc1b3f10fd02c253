import type { FormField } from "../../generated/config.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import { codeOfKeyword, type ProblemCode, type ProblemCodes } from "../../shared/problem-codes.ts";
import { isSameText } from "../../shared/same-text.ts";
import type { CompiledForm, FormValues, SchemaFailure } from "./compiled-form.ts";
import type { NewPasswordRules } from "./new-password-rules.ts";

/** Everything that is wrong with the shown fields of a body: field → text keys. Nothing wrong: an empty object. */
export function validateForm(
  form: CompiledForm,
  shown: readonly FormField[],
  body: FormValues,
  ruled: NewPasswordRules | undefined,
): ProblemCodes {
  form.validate(body);
  const failures = form.validate.errors ?? [];
  const problems = shown.map((field) => {
    const own = failures.filter((failure) => fieldOf(failure) === field.name).map(problemOf);
    return [field.name, fieldProblems(field, own, body, ruled)] as const;
  });
  return Object.fromEntries(problems.filter(([, list]) => list.length > 0));
}

function fieldProblems(
  field: FormField,
  own: ProblemCode[],
  body: FormValues,
  ruled: NewPasswordRules | undefined,
): ProblemCode[] {
  const value = body[field.name];
  const differs = field.sameAs !== undefined && !isSameText(value, body[field.sameAs]);
  if (own.length === 0 && differs) return [{ code: "validation.match" }];
  if (field.widget !== "new-password" || ruled === undefined || typeof value !== "string") return own;
  // Which of them are not met, the list of the rules shows.
  const isBroken = passwordProblems(value, ruled.rules, ruled.username).length > 0;
  return isBroken ? [{ code: "validation.passwordRules" }] : [];
}

function fieldOf({ keyword, params, instancePath }: SchemaFailure): unknown {
  return keyword === "required" ? params.missingProperty : instancePath.slice(1);
}

function problemOf({ keyword, params }: SchemaFailure): ProblemCode {
  return keyword === "required" ? { code: "validation.required" } : codeOfKeyword(keyword, params);
}
