import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { fastFormats } from "ajv-formats/dist/formats.js";
import { bundleSchema, type ReadJson } from "../../config/bundle-schema.ts";
import type { FormConfig, FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";

// A form shows one flat list of strings and booleans; the client carries no code for anything else.
const bodyKeywords = new Set(["type", "properties", "required", "additionalProperties"]);
const fieldKeywords = new Set([
  "type",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "default",
]);
const annotations = new Set(["title", "description", "examples", "$comment"]);
const choiceWidgets = new Set<FormField["widget"]>(["select", "radio"]);

// A regular expression is written into the code; any other format would bring its library along.
const inlineFormats = Object.fromEntries(
  Object.entries(fastFormats).flatMap(([name, format]) => {
    const expression = expressionOf(format);
    return expression === undefined ? [] : [[name, expression]];
  }),
);

// The only helper that a flat form's validator needs; both count code points.
const helpers: Record<string, string> = {
  'require("ajv/dist/runtime/ucs2length").default': "(text) => [...text].length",
};

/**
 * Source of the module `virtual:form/<id>`: the shown part of the body's schema and its validator, compiled so that
 * no schema library and no `eval` is needed in the browser. `file` is the form file, relative to the project.
 * Throws with the file and the reason where the form asks for what a form cannot show.
 */
export function compileForm(id: string, file: string, read: ReadJson): string {
  const form = read(file) as FormConfig;
  const schema = formSchema(form, bundleSchema(form.schema, file, read), (reason) => {
    throw new Error(`${file}: ${reason}`);
  });
  const { fields, rules, username } = form;
  const constants = { id, schema, fields, rules, username };
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  return [...lines, validatorCode(schema, file)].join("\n");
}

type Fail = (reason: string) => never;

function formSchema(form: FormConfig, body: JsonSchema, fail: Fail): JsonSchema {
  refuseUnknown(body, bodyKeywords, (keyword) => fail(`the body uses ${keyword}, which a form cannot check`));
  const properties = (body.properties ?? {}) as Record<string, JsonSchema>;
  const required = (body.required ?? []) as string[];
  const names = form.fields.map(({ name }) => name);
  const isRequired = ({ name, required: here }: FormField) => here === true || required.includes(name);
  const shown = form.fields.map((field) => {
    if (names.filter((name) => name === field.name).length > 1)
      fail(`the field ${field.name} is listed twice`);
    if (field.sameAs !== undefined && !names.includes(field.sameAs)) {
      fail(`the field ${field.name} is to be the same as ${field.sameAs}, which the form does not have`);
    }
    return [field.name, fieldSchema(field, properties[field.name], fail)] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    required: form.fields.filter(isRequired).map(({ name }) => name),
  };
}

function fieldSchema(field: FormField, schema: JsonSchema | undefined, fail: Fail): JsonSchema {
  if (schema === undefined) return fail(`the body has no property ${field.name}`);
  const what = `the field ${field.name}`;
  const types = [schema.type].flat();
  const wanted = field.widget === "checkbox" ? "boolean" : "string";
  if (!types.includes(wanted)) {
    fail(`${what} is shown as ${field.widget}, which needs the type ${wanted}, not ${types.join(" or ")}`);
  }
  if (choiceWidgets.has(field.widget) && !Array.isArray(schema.enum)) {
    fail(`${what} is shown as ${field.widget}, which needs an enum to choose from`);
  }
  const known = new Set([...fieldKeywords, ...annotations]);
  refuseUnknown(schema, known, (keyword) => fail(`${what} uses ${keyword}, which a form cannot show`));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => fieldKeywords.has(keyword)));
}

function refuseUnknown(schema: JsonSchema, known: Set<string>, refuse: (keyword: string) => never): void {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword) && !annotations.has(keyword)) refuse(keyword);
  }
}

/** The library of the forms compiles; `$id` becomes the name of the export. */
function validatorCode(schema: JsonSchema, file: string): string {
  try {
    const code = compileSchemaValidatorsCode({ ...schema, $id: "validate" } as RJSFSchema, {
      ajvFormatOptions: false,
      customFormats: inlineFormats,
      ajvOptionsOverrides: {
        strict: true,
        strictTypes: false,
        verbose: false,
        messages: false,
        code: { esm: true, lines: false },
      },
    });
    return withHelpers(code.replace(/^"use strict";/, ""));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function expressionOf(format: unknown): RegExp | undefined {
  if (format instanceof RegExp) return format;
  const inner =
    typeof format === "object" && format !== null && "validate" in format ? format.validate : undefined;
  return inner instanceof RegExp ? inner : undefined;
}

function withHelpers(code: string): string {
  return code.replaceAll(/require\("[^"]*"\)(\.\w+)*/g, (call) => {
    const helper = helpers[call];
    if (helper === undefined) throw new Error(`its validator needs ${call}, which the browser does not have`);
    return helper;
  });
}
