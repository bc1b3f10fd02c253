import { requiredOf } from "../facts.ts";
import type { Rule } from "./rule.ts";

// What nobody can leave empty or fill in.
const neverEmpty: readonly string[] = ["checkbox", "hidden"];

/** A form requires a field that its call can do without and that a person can leave empty. */
export const requiredField: Rule = ({ forms, formSchemas }) =>
  [...forms].flatMap(([id, form]) =>
    form.value.fields.flatMap(({ name, widget, required }, index) => {
      const at = (message: string) => [form.at(["fields", index, "required"], "required-field", message)];
      if (required === undefined) return [];
      if (neverEmpty.includes(widget)) return at(`A "${widget}" cannot be left empty.`);
      return requiredOf(formSchemas.get(id)).includes(name) ? at(`The call requires "${name}" anyway.`) : [];
    }),
  );
