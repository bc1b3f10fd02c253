import { propertiesOf } from "../facts.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every field of a form that is sent is a property of the call's body. */
export const bodyField: Rule = ({ scenes, forms }) =>
  scenes.flatMap(({ entries: { form: id }, calls }) => {
    const form = id === undefined ? undefined : forms.get(id);
    const submit = calls.find(({ role }) => role === "submit");
    if (form === undefined || submit?.contract === undefined) return [];
    const known = [...propertiesOf(submit.contract.body).keys()];
    return form.value.fields.flatMap(({ name }, index) =>
      known.includes(name)
        ? []
        : [
            form.at(
              ["fields", index, "name"],
              "body-field",
              `The body of "${submit.use.call}" has no "${name}".`,
              nearest(name, known),
            ),
          ],
    );
  });
