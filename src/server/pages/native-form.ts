import { antiForgeryField, stepField } from "../../shared/constants.ts";
import type { CallContract, CallName, JsonSchema } from "../../shared/contract.ts";
import type { Screen, Step } from "../../shared/screens.ts";
import type { CallContext } from "../call.ts";

/** Names of the native form's own fields. */
export const nativeFields = {
  token: antiForgeryField,
  step: stepField,
  action: "__action",
  language: "__language",
} as const;

/** What a native form sent: text by name. */
export type NativeFields = Record<string, string>;

const secretWidgets: readonly string[] = ["password", "new-password", "one-time-code"];

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

/** What was typed into the form of a screen or step, converted to what its schema wants. */
export function formValues(
  context: CallContext,
  { form }: Pick<Screen | Step, "form">,
  fields: NativeFields,
): Record<string, unknown> {
  const schema = form === undefined ? undefined : context.services.config().forms[form]?.schema;
  return schema === undefined ? {} : convert(schema, fields);
}

/** What of it may be sent back: what is typed blind never is. Secrets are the fields whose widget hides them. */
export function openValues(
  context: CallContext,
  { form }: Pick<Screen | Step, "form">,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const fields = form === undefined ? [] : (context.services.config().forms[form]?.fields ?? []);
  const open = fields.filter(({ widget }) => !secretWidgets.includes(widget));
  const typed = open
    .map(({ name }) => [name, values[name]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(typed);
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
