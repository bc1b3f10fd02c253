import { requiredOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

// What nobody can leave empty or fill in.
const neverEmpty: readonly string[] = ["checkbox", "hidden"];

export const requiredField: Rule = {
  id: "required-field",
  stops: true,
  finds: "A field that says `required` although the call requires it anyway or nobody can leave it empty.",
  why: "It says the same twice, and one day differently.",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '"keep": true, "required": true',
    right: '"keep": true',
  },
  check: ({ forms, formSchemas }) =>
    [...forms].flatMap(([id, form]) =>
      form.value.fields.flatMap(({ name, widget, required }, index) => {
        const at = (message: string) => [form.at(["fields", index, "required"], message)];
        if (required === undefined) return [];
        if (neverEmpty.includes(widget)) return at(`A "${widget}" cannot be left empty.`);
        return requiredOf(formSchemas.get(id)).includes(name)
          ? at(`The call requires "${name}" anyway.`)
          : [];
      }),
    ),
};
