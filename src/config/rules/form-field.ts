import { nearest } from "../nearest.ts";
import { propertiesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const formField: Rule = {
  id: "form-field",
  stops: true,
  finds:
    "A field that the form's schema does not have, one that is listed twice, or one that repeats the password of before.",
  why: "A field without a property can neither be checked nor sent.",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '"name": "userName"',
    right: '"name": "username"',
  },
  check: ({ forms, formSchemas }) =>
    [...forms].flatMap(([id, form]) => {
      const known = [...propertiesOf(formSchemas.get(id)).keys()];
      const names = form.value.fields.map(({ name }) => name);
      return names.flatMap((name, index) => {
        const at = (message: string, meant?: string) => [form.at(["fields", index, "name"], message, meant)];
        if (!known.includes(name))
          return at(`The form's schema has no property "${name}".`, nearest(name, known));
        const repeats = form.value.fields.find((field) => field.name === form.value.fields[index]?.sameAs);
        if (repeats?.widget === "password")
          return [
            form.at(
              ["fields", index, "sameAs"],
              `"${name}" must not repeat "${repeats.name}", the password of before.`,
            ),
          ];
        return names.indexOf(name) < index ? at(`The field "${name}" is listed twice.`) : [];
      });
    }),
};
