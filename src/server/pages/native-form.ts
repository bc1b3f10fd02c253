import type { Form } from "../../config/read-config.ts";
import type { FormField } from "../../generated/config.ts";
import { secretWidgets } from "../../shared/constants.ts";
import type { CallContract, CallName, JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches } from "../../shared/matches.ts";
import { pickByName } from "../../shared/pick-by-name.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import type { Screen, Step } from "../../shared/screens.ts";
import type { CallContext } from "../call.ts";

/** What a native form sent: text by name. */
export type NativeFields = Record<string, string>;

/** The fields that a call knows, converted to what its body wants; those of its query stay text. */
export function callValues(
  context: CallContext,
  call: string,
  fields: NativeFields,
): Record<string, unknown> {
  const contract: CallContract = context.services.config().contracts[call as CallName];
  const inQuery = Object.keys(contract.query ?? {}).filter((name) => Object.hasOwn(fields, name));
  const query = Object.fromEntries(inQuery.map((name) => [name, fields[name]]));
  return { ...query, ...convert(contract.body ?? {}, fields) };
}

/** What was typed into the fields of the form of a screen or step, converted to what its schema wants. */
export function formValues(
  context: CallContext,
  { form }: Pick<Screen | Step, "form">,
  fields: NativeFields,
): Record<string, unknown> {
  const config = formOf(context, form);
  if (config === undefined) return {};
  const values = convert(config.schema, fields);
  return pickByName(values, (name) => config.fields.some((field) => field.name === name));
}

/** What may be sent back to the page: nothing that is typed blind. Secrets are the fields whose widget hides them. */
export function withoutSecrets(
  context: CallContext,
  { form }: Pick<Screen | Step, "form">,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const secret = fieldsOf(context, form).filter(({ widget }) => secretWidgets.includes(widget));
  return pickByName(values, (name) => !secret.some((field) => field.name === name));
}

/** What the form itself requires (a field's `required`), is shown and was left empty; what its call requires the call says. */
export function missingFields(
  context: CallContext,
  { form }: Pick<Screen | Step, "form">,
  { values, facts }: { values: Record<string, unknown>; facts: Facts },
): ProblemCodes {
  const isMissing = ({ name, required, when }: FormField) =>
    required === true && matches(when, facts) && (values[name] ?? "") === "";
  return Object.fromEntries(
    fieldsOf(context, form)
      .filter(isMissing)
      .map(({ name }) => [name, [{ code: "validation.required" }]]),
  );
}

function fieldsOf(context: CallContext, form: string | undefined): readonly FormField[] {
  return formOf(context, form)?.fields ?? [];
}

function formOf({ services }: CallContext, form: string | undefined): Form | undefined {
  return form === undefined ? undefined : services.config().forms[form];
}

function convert(body: JsonSchema, fields: NativeFields): Record<string, unknown> {
  const properties = (body.properties ?? {}) as Record<string, JsonSchema>;
  const values = Object.entries(properties).flatMap(([name, { type }]): [string, unknown][] => {
    const text = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type === "boolean") return [[name, text !== undefined]];
    if (text === undefined) return [];
    return [[name, type === "integer" || type === "number" ? Number(text) : text]];
  });
  return Object.fromEntries(values);
}
