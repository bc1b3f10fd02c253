import type { Rule } from "./rule.ts";

/** Autofill signs in by a secure credential, offered within a field of the form that says so (WebAuthn, section 5.1.5). */
export const autofillField: Rule = ({ screens, scenes, forms }) =>
  scenes.flatMap(({ entries: { autofill, form }, pathOf }) => {
    if (autofill === undefined) return [];
    const fields = form === undefined ? [] : (forms.get(form)?.value.fields ?? []);
    const offers = fields.some(({ autocomplete }) => autocomplete?.split(" ").at(-1) === "webauthn");
    const message = 'No field of the form has an autocomplete that ends with "webauthn".';
    return offers ? [] : [screens.at(pathOf("autofill"), "autofill-field", message)];
  });
