import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { bundleSchema, type ReadJson } from "../../config/resolve/bundle-schema.ts";
import { propertiesOf, requiredOf } from "../../config/resolve/facts.ts";
import { fieldKeywords, inlineFormats } from "../../config/rules/form-keyword.ts";
import type { FormConfig, FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";

// The only helper that a flat form's validator needs; both count code points.
const helpers: Record<string, string> = {
  'require("ajv/dist/runtime/ucs2length").default': "(text) => [...text].length",
};

/**
 * Source of the module `virtual:form/<id>`: the shown part of the body's schema and its validator, compiled so that
 * no schema library and no `eval` is needed in the browser. `file` is the form file, relative to the project.
 * Expects a form that the check has found well: the rules about forms say what one can show.
 */
export function compileForm(id: string, file: string, read: ReadJson): string {
  const form = read(file) as FormConfig;
  const schema = formSchema(form, bundleSchema(form.schema, file, read));
  const { fields, rules, username } = form;
  const constants = { id, schema, fields, rules, username };
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  return [...lines, validatorCode(schema, file)].join("\n");
}

function formSchema({ fields }: FormConfig, body: JsonSchema): JsonSchema {
  const properties = propertiesOf(body);
  const shown = fields.map(({ name }) => {
    const keywords = Object.entries(properties.get(name) ?? {}).filter(([keyword]) =>
      fieldKeywords.includes(keyword),
    );
    return [name, Object.fromEntries(keywords)] as const;
  });
  const isRequired = ({ name, required: here }: FormField) =>
    here === true || requiredOf(body).includes(name);
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    required: fields.filter(isRequired).map(({ name }) => name),
  };
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

function withHelpers(code: string): string {
  return code.replaceAll(/require\("[^"]*"\)(\.\w+)*/g, (call) => {
    const helper = helpers[call];
    if (helper === undefined) throw new Error(`its validator needs ${call}, which the browser does not have`);
    return helper;
  });
}
