import type { FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { propertiesOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

export const fieldWidget: Rule = {
  id: "field-widget",
  stops: true,
  finds: "A widget that cannot fill in its property or shows a password, or a secret that is kept.",
  why: "A checkbox gives a boolean, select and radio one of several values, all others a text; a secret is typed anew each time.",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '"widget": "checkbox"',
    right: '"widget": "text"',
  },
  check: ({ forms, formSchemas }) =>
    [...forms].flatMap(([id, form]) =>
      form.value.fields.flatMap(({ name, widget, keep, autocomplete = "" }, index) => {
        const schema = propertiesOf(formSchemas.get(id)).get(name);
        const needed = schema === undefined || fits(widget, schema) ? undefined : neededBy(widget);
        const secret = keep === true && [...hidden, "one-time-code"].includes(widget);
        const open = /-password\b/.test(autocomplete) && !hidden.includes(widget);
        return [
          ...(open
            ? [
                form.at(
                  ["fields", index, "widget"],
                  "field-widget",
                  `"${widget}" shows the password to whoever looks on.`,
                  autocomplete.includes("new") ? "new-password" : "password",
                ),
              ]
            : []),
          ...(needed === undefined
            ? []
            : [
                form.at(
                  ["fields", index, "widget"],
                  "field-widget",
                  `"${widget}" needs ${needed}, which "${name}" is not.`,
                ),
              ]),
          ...(secret
            ? [form.at(["fields", index, "keep"], "field-widget", `"${name}" is a secret: it is never kept.`)]
            : []),
        ];
      }),
    ),
};

/** Widgets that hide what is typed. */
const hidden: readonly string[] = ["password", "new-password"];

function fits(widget: FormField["widget"], schema: JsonSchema): boolean {
  if (widget === "hidden") return true;
  if (widget === "checkbox") return schema.type === "boolean";
  if (widget === "select" || widget === "radio") return Array.isArray(schema.enum);
  return schema.type === "string";
}

function neededBy(widget: FormField["widget"]): string {
  if (widget === "checkbox") return "a boolean";
  return widget === "select" || widget === "radio" ? "a list of values" : "a text";
}
