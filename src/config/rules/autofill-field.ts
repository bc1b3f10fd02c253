import type { FormField } from "../../generated/config.ts";
import type { Checked } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const autofillField: Rule = {
  id: "autofill-field",
  stops: true,
  finds:
    "An `autofill` without a field that offers it, or a field that offers secure credentials where no `autofill` takes them.",
  why: "Browsers list passkeys within a field whose `autocomplete` ends with `webauthn`, and only there (WebAuthn, section 5.1.5).",
  example: {
    file: "schemas/forms/recover.json",
    wrong: '"autocomplete": "username webauthn"',
    right: '"autocomplete": "username"',
  },
  check: ({ screens, scenes, forms }) => {
    const offered = scenes.filter(({ entries: { autofill } }) => autofill !== undefined);
    const lacking = offered
      .filter(({ entries: { form } }) => fieldsOf(forms, form).every((field) => !offers(field)))
      .map(({ pathOf }) => {
        const message = 'No field of the form has an autocomplete that ends with "webauthn".';
        return screens.at(pathOf("autofill"), message);
      });
    const isIn = (places: typeof scenes, id: string) => places.some(({ entries: { form } }) => form === id);
    const idle = [...forms].filter(([id]) => isIn(scenes, id) && !isIn(offered, id));
    const unanswered = idle.flatMap(([, form]) =>
      form.value.fields.flatMap((field, index) => {
        const message = "No screen with this form has an `autofill` that takes a secure credential.";
        const meant = field.autocomplete?.replace(/ ?webauthn$/, "") || undefined;
        const path = ["fields", index, "autocomplete"];
        return offers(field) ? [form.at(path, message, meant)] : [];
      }),
    );
    return [...lacking, ...unanswered];
  },
};

function fieldsOf(forms: Checked["forms"], id: string | undefined): FormField[] {
  return id === undefined ? [] : (forms.get(id)?.value.fields ?? []);
}

function offers({ autocomplete }: FormField): boolean {
  return autocomplete?.split(" ").at(-1) === "webauthn";
}
