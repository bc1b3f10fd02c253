import type { CallContract } from "../../shared/contract.ts";
import { propertiesOf } from "../facts.ts";
import { nearest } from "../nearest.ts";
import type { PlacedCall } from "../scenes.ts";
import type { Checked, Rule } from "./rule.ts";

/** Every field of a form that is sent is a property of the call's body; before a ceremony, of the call that begins it. */
export const bodyField: Rule = ({ scenes, forms, contracts }) =>
  scenes.flatMap(({ entries: { form: id }, calls }) => {
    const form = id === undefined ? undefined : forms.get(id);
    const submit = calls.find(({ role }) => role === "submit");
    const sent = submit === undefined ? undefined : takingCall(submit, contracts);
    if (form === undefined || sent?.contract === undefined) return [];
    const { name: call, contract } = sent;
    const known = [...propertiesOf(contract.body).keys()];
    return form.value.fields.flatMap(({ name }, index) =>
      known.includes(name)
        ? []
        : [
            form.at(
              ["fields", index, "name"],
              "body-field",
              `The body of "${call}" has no "${name}".`,
              nearest(name, known),
            ),
          ],
    );
  });

/** The call that takes what is typed. */
function takingCall(
  { use, contract }: PlacedCall,
  contracts: Checked["contracts"],
): { name: string; contract: CallContract | undefined } {
  if (use.ceremony === undefined) return { name: use.call, contract };
  const name = use.ceremony === "assertion" ? "AssertionOptions" : "CredentialOptions";
  return { name, contract: contracts.get(name) };
}
