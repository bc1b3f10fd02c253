import equal from "fast-deep-equal";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { propertiesOf } from "../resolve/facts.ts";
import { formCall } from "../resolve/form-call.ts";
import type { Checked, PlacedCall } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const bodyField: Rule = {
  id: "body-field",
  stops: true,
  finds: "A field of a form that the body of the call does not have, or has with other bounds.",
  why: "The server refuses a body with unknown fields, so nobody could send the form; by the bounds of another call the page refuses what this one takes, or the other way round.",
  example: {
    file: "screens.config.json",
    wrong: '"form": "contact", "submit": { "call": "Logout" }',
    right: '"form": "contact", "submit": { "call": "UpdateContact" }',
  },
  check: ({ screens, scenes, forms, formSchemas, contracts }) =>
    scenes.flatMap(({ entries: { form: id }, calls }) => {
      const form = id === undefined ? undefined : forms.get(id);
      const submit = calls.find(({ role }) => role === "submit");
      const sent = submit === undefined ? undefined : takingCall(submit, contracts);
      if (form === undefined || submit === undefined || sent?.contract === undefined) return [];
      const { name: call, contract } = sent;
      const known = propertiesOf(contract.body);
      // The form's own call takes what the form has; where it does not, `form-field` says so.
      const own = formCall(form.value);
      if (own === call) return [];
      const checked = propertiesOf(formSchemas.get(id ?? ""));
      const names = form.value.fields.map(({ name }) => name);
      const strange = names.filter((name) => !known.has(name));
      if (strange.length > 0) {
        const message = `The form "${id}" sends ${listed(strange)}, which the body of "${call}" does not have.`;
        return [screens.at([...submit.path, "call"], message, own)];
      }
      const others = names.filter((name) => !isSameBounds(checked.get(name), known.get(name)));
      if (others.length === 0) return [];
      const message = `The form "${id}" has ${listed(others)} with the bounds of "${own}", and sends it by "${call}".`;
      return [form.at(["schema", "$ref"], message, `../calls/${call}.json#/body`)];
    }),
};

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** What a schema says to people is no bound. */
function isSameBounds(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  return equal({ ...one, description: "" }, { ...other, description: "" });
}

/** The call that takes what is typed. */
function takingCall(
  { use, contract }: PlacedCall,
  contracts: Checked["contracts"],
): { name: string; contract: CallContract | undefined } {
  if (use.ceremony === undefined) return { name: use.call, contract };
  const name = use.ceremony === "assertion" ? "AssertionOptions" : "CredentialOptions";
  return { name, contract: contracts.get(name) };
}
