import type { FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { JsonValue } from "../edit-json.ts";
import { hintOf, nearest } from "../nearest.ts";
import { propertiesOf } from "../resolve/facts.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { camelCase, kebabCase, kebabName, kebabRule } from "../words.ts";
import { expectFree, expectName, type Planner, Refusal } from "./plan.ts";

/** A form for the body of a call, with every property that a field can show. */
export const newForm: Planner = (name, [call], { forms, contracts }) => {
  expectName("form", name, kebabName, kebabRule, kebabCase(name));
  const file = `schemas/forms/${name}.json`;
  expectFree(`a form "${name}"`, forms.has(name), file);
  if (call === undefined) throw new Refusal(`Which call does it send? npm run new form ${name} <Call>`);
  const contract = contracts.get(call);
  if (contract === undefined) {
    const hint = hintOf(nearest(call, contracts.keys()));
    throw new Refusal(`There is no call "${call}" in schemas/calls/.${hint}`);
  }
  const fields = [...propertiesOf(contract.body)].flatMap(([property, schema]) =>
    fieldOf(property, schema, forms),
  );
  if (fields.length === 0) throw new Refusal(`"${call}" takes nothing that a person could type.`);
  return {
    changes: [
      {
        file,
        does: `the form "${name}" for the call "${call}"`,
        edits: [
          { path: ["$schema"], value: "../config/form.schema.json" },
          { path: ["schema"], value: { $ref: `../calls/${call}.json#/body` } },
          { path: ["fields"], value: fields },
        ],
      },
    ],
    next: [
      `Keep in ${file} the fields that people shall see, in the order in which they see them.`,
      `Write their labels: forms.${name} in locales/en-GB.json, then in the other languages.`,
      `Show it: npm run new screen ${camelCase(name)} ${name}, or as "form" of a screen that is there.`,
    ],
  };
};

/** As other forms show a property of this name, else as its type asks; what nobody can type is no field. */
function fieldOf(
  name: string,
  schema: JsonSchema,
  forms: Workspace["forms"],
): { [key: string]: JsonValue }[] {
  const others = [...forms.values()].flatMap(({ value }) => value.fields);
  const shown = others.find((field) => field.name === name && field.widget !== "hidden");
  const widget = shown?.widget ?? widgetOf(schema);
  if (widget === undefined) return [];
  const { autocomplete, inputMode } = shown ?? {};
  return [{ name, widget, ...(autocomplete && { autocomplete }), ...(inputMode && { inputMode }) }];
}

function widgetOf({ type, enum: choices, format }: JsonSchema): FormField["widget"] | undefined {
  if (type === "boolean") return "checkbox";
  if (Array.isArray(choices)) return "select";
  if (type !== "string") return undefined;
  return format === "email" || format === "date" ? format : "text";
}
