import { pickByName } from "../../shared/pick-by-name.ts";
import {
  formFieldName,
  type ProblemCode,
  type ProblemCodes,
  problemText,
} from "../../shared/problem-codes.ts";
import type { Translate } from "../../shared/translate.ts";
import type { CompiledForm } from "./compiled-form.ts";

/** Texts per field; the empty name holds the general ones. */
export type Messages = Record<string, string[]>;

/** Label of a field in the language of `t`; empty where it has none. */
export function labelOf(form: CompiledForm, field: string, t: Translate): string {
  return t(`forms.${form.id}.${field}.label`);
}

/** The texts of problems in the language of `t`; a text that names its field does so by the field's label. */
export function messagesOf(form: CompiledForm, problems: ProblemCodes, t: Translate): Messages {
  return Object.fromEntries(
    Object.entries(problems).map(([field, list]) => {
      const label = field === "" ? "" : labelOf(form, formFieldName(field), t);
      const own = field === "" ? "" : t(`forms.${form.id}.${formFieldName(field)}.required`);
      return [field, list.map((problem) => messageOf(problem, label, own, t))];
    }),
  );
}

function messageOf(problem: ProblemCode, label: string, own: string, t: Translate): string {
  const isMissing = problem.code === "validation.required";
  if (isMissing && own !== "") return own;
  if (isMissing && label === "") return t("validation.requiredPlain");
  return problemText({ ...problem, params: { field: label, ...problem.params } }, t);
}

/**
 * What a server said, by the names of the shown fields (specification, section 5: first letter lower-cased).
 * What belongs to no shown field is general, so that it is never lost.
 */
export function byShownField(messages: Messages, shown: readonly { name: string }[]): Messages {
  const sorted: Messages = {};
  for (const [name, list] of Object.entries(messages)) {
    const field = formFieldName(name);
    const place = shown.some((one) => one.name === field) ? field : "";
    sorted[place] = [...(sorted[place] ?? []), ...list];
  }
  return sorted;
}

/** Some messages without those of some fields. */
export function without(messages: Messages, fields: readonly string[]): Messages {
  return pickByName(messages, (field) => !fields.includes(field));
}

/** Both messages of each field, each text once. */
export function together(one: Messages, other: Messages): Messages {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...fields].map((field) => [field, [...new Set([...(one[field] ?? []), ...(other[field] ?? [])])]]),
  );
}
