import type { FormField } from "../../generated/config.ts";
import { sentinelDates } from "../../shared/constants.ts";
import { type Facts, matches } from "../../shared/matches.ts";
import type { CompiledForm, FormValues } from "./compiled-form.ts";

/** What the fields start with: a given value, else the view's where the field keeps it, else the contract's default. */
export function initialValues(form: CompiledForm, view: FormValues, given: FormValues): FormValues {
  return Object.fromEntries(
    form.fields.map((field) => {
      const property = form.schema.properties?.[field.name];
      const fallback = typeof property === "object" ? property.default : undefined;
      const value = given[field.name] ?? (field.keep ? view[field.name] : undefined) ?? fallback;
      return [field.name, startOf(field, value)];
    }),
  );
}

function startOf(field: FormField, value: unknown): unknown {
  if (field.widget === "checkbox") return value === true;
  if (typeof value !== "string") return "";
  const isSentinel = field.widget === "date" && sentinelDates.some((date) => value.startsWith(date));
  return isSentinel ? "" : value;
}

/** The fields whose condition holds, in the form's order. */
export function shownFields(form: CompiledForm, facts: Facts, values: FormValues): FormField[] {
  const known = { ...facts };
  for (const [name, value] of Object.entries(values)) known[`form.${name}`] = value;
  return form.fields.filter(({ when }) => matches(when, known));
}

/** The part of the call's body that the shown fields give. What is empty is missing (specification, section 5). */
export function bodyOf(fields: readonly FormField[], values: FormValues): FormValues {
  const entries = fields.map((field) => [field.name, sentValue(field, values[field.name])] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== "" && value !== null && value !== undefined),
  );
}

// People write codes and numbers in groups, and keyboards leave a space behind a completed address.
function sentValue({ widget }: FormField, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (widget === "one-time-code") return value.replace(/\s/g, "");
  if (widget === "phone") return value.replace(/[\s().-]/g, "");
  return widget === "email" ? value.trim() : value;
}
