import { fastFormats } from "ajv-formats/dist/formats.js";
import type { JsonSchema } from "../../shared/contract.ts";
import { mailAddress } from "../../shared/mail-address.ts";
import type { JsonPath } from "../json-path.ts";
import { propertiesOf } from "../resolve/facts.ts";
import { formCall } from "../resolve/form-call.ts";
import type { Rule } from "./rule.ts";

// A form shows one flat list of texts and checkboxes; the client carries no code for anything else.
const bodyKeywords = ["type", "properties", "required", "additionalProperties"];
const annotations = ["title", "description", "examples"];

/** What a form checks of a field. */
export const fieldKeywords: readonly string[] = [
  "type",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "default",
];

/** The formats that are regular expressions, which are written into the client's code; any other would bring its library along. */
export const inlineFormats: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({ ...fastFormats, email: mailAddress }).flatMap(([name, format]) => {
    const expression = typeof format === "object" && "validate" in format ? format.validate : format;
    return expression instanceof RegExp ? [[name, expression]] : [];
  }),
);

export const formKeyword: Rule = {
  id: "form-keyword",
  stops: true,
  finds: "A body or a field of a form with a keyword or a format that no form checks.",
  why: "A page checks a flat list of texts and checkboxes, and has no code for more: it could not be built.",
  example: {
    file: "schemas/calls/Recover.json",
    wrong: '"additionalProperties": false, "minProperties": 1,',
    right: '"additionalProperties": false,',
  },
  check: ({ forms, formSchemas, calls }) =>
    [...forms].flatMap(([id, form]) => {
      const body = formSchemas.get(id) ?? {};
      const at = (path: JsonPath, what: string) =>
        (calls.get(formCall(form.value)) ?? form).atKey(
          ["body", ...path],
          `The form "${id}" cannot check ${what}.`,
        );
      return [
        ...others(body, bodyKeywords).map((keyword) => at([keyword], `"${keyword}"`)),
        ...form.value.fields.flatMap((field) => {
          const schema = propertiesOf(body).get(field.name) ?? {};
          const { format } = schema;
          const path = ["properties", field.name];
          const found = others(schema, fieldKeywords).map((keyword) =>
            at([...path, keyword], `"${keyword}" of "${field.name}"`),
          );
          return typeof format !== "string" || Object.hasOwn(inlineFormats, format)
            ? found
            : [...found, at([...path, "format"], `the format "${format}" of "${field.name}"`)];
        }),
      ];
    }),
};

/** Keywords of a schema that are neither known nor for authors alone. */
function others(schema: JsonSchema, known: readonly string[]): string[] {
  return Object.keys(schema).filter((keyword) => !known.includes(keyword) && !annotations.includes(keyword));
}
