import type { PasswordRules } from "../../generated/calls.ts";
import type { FormField } from "../../generated/config.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import type { ProblemCode, ProblemCodes } from "../../shared/problem.ts";
import type { CompiledForm, FormValues, SchemaFailure } from "./compiled-form.ts";

/** Everything that is wrong with the shown fields of a body: field → text keys. Nothing wrong: an empty object. */
export function validateForm(
  form: CompiledForm,
  shown: readonly FormField[],
  body: FormValues,
  rules: PasswordRules | undefined,
): ProblemCodes {
  form.validate(body);
  const failures = form.validate.errors ?? [];
  const problems = shown.map((field) => {
    const own = failures.filter((failure) => fieldOf(failure) === field.name).map(problemOf);
    return [field.name, fieldProblems(field, own, body, rules)] as const;
  });
  return Object.fromEntries(problems.filter(([, list]) => list.length > 0));
}

/** The rules of a new password that the form's view gives, where the form says so. */
export function passwordRulesOf(form: CompiledForm, view: FormValues): PasswordRules | undefined {
  return form.rules === "view" && typeof view.minLength === "number"
    ? (view as unknown as PasswordRules)
    : undefined;
}

function fieldProblems(
  field: FormField,
  own: ProblemCode[],
  body: FormValues,
  rules: PasswordRules | undefined,
): ProblemCode[] {
  const value = body[field.name];
  const differs = field.sameAs !== undefined && value !== body[field.sameAs];
  if (own.length === 0 && differs) return [{ code: "validation.match" }];
  const isRuled = field.widget === "new-password" && rules !== undefined && typeof value === "string";
  return isRuled ? passwordProblems(value, rules) : own;
}

function fieldOf({ keyword, params, instancePath }: SchemaFailure): unknown {
  return keyword === "required" ? params.missingProperty : instancePath.slice(1);
}

function problemOf({ keyword, params }: SchemaFailure): ProblemCode {
  switch (keyword) {
    case "required":
    case "pattern":
      return { code: `validation.${keyword}` };
    case "minLength":
    case "maxLength":
      return { code: `validation.${keyword}`, params: { count: Number(params.limit) } };
    case "format":
      return { code: params.format === "email" ? "validation.email" : "validation.invalid" };
    default:
      return { code: "validation.invalid" };
  }
}
