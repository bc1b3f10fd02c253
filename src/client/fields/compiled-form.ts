import type { RJSFSchema } from "@rjsf/utils";
import type { FormConfig, FormField } from "../../generated/config.ts";

/** What a person has filled in so far: field name → text, or true and false of a checkbox. */
export type FormValues = Record<string, unknown>;

/** A failure as the compiled validator names it; its message is not used, ours come from `locales/`. */
export interface SchemaFailure {
  keyword: string;
  /** `/field`, or empty for the whole. */
  instancePath: string;
  params: Record<string, unknown>;
}

/** Validates a body; what failed stands in `errors` until the next call. */
export interface SchemaValidator {
  (body: unknown): boolean;
  errors?: SchemaFailure[] | null;
}

/** A form of `schemas/forms/`, as the build makes it (`virtual:form/<id>`). */
export interface CompiledForm {
  id: string;
  /** The shown part of the call's body, self-contained. */
  schema: RJSFSchema;
  fields: readonly FormField[];
  rules?: FormConfig["rules"];
  username?: FormConfig["username"];
  validate: SchemaValidator;
}
