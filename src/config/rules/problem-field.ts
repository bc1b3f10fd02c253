import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { inputsOf } from "../resolve/facts.ts";
import type { Checked } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const problemField: Rule = {
  id: "problem-field",
  stops: true,
  finds:
    "A problem of a call for a field that it does not take, or that its form neither shows nor is given.",
  why: "Nobody could tell which field is meant.",
  example: {
    file: "schemas/calls/ResetPassword.json",
    wrong: '"confirmPasword": [',
    right: '"confirmPassword": [',
  },
  check: (checked) => [...unknownFields(checked), ...hiddenFields(checked)],
};

function unknownFields({ calls, contracts }: Checked): Fault[] {
  return [...calls].flatMap(([name, call]) => {
    const known = ["", ...inputsOf(contracts.get(name)).keys()];
    return Object.keys(call.value.problems ?? {})
      .filter((field) => !known.includes(field))
      .map((field) => {
        const message = `"${name}" takes no "${field}".`;
        return call.atKey(["problems", field], message, nearest(field, known));
      });
  });
}

function hiddenFields({ screens, scenes, forms }: Checked): Fault[] {
  return scenes.flatMap(({ entries: { form: id }, pathOf, calls }) => {
    const form = id === undefined ? undefined : forms.get(id);
    const submit = calls.find(({ role }) => role === "submit");
    if (form === undefined || submit === undefined || submit.use.ceremony !== undefined) return [];
    const { use, contract } = submit;
    const fields = form.value.fields.map(({ name }) => name);
    const shown = ["", ...fields, ...Object.keys(use.with ?? {})];
    return Object.keys(contract?.problems ?? {})
      .filter((field) => !shown.includes(field))
      .map((field) => {
        const message = `"${use.call}" can refuse "${field}", which the form "${id}" does not show.`;
        return screens.at(pathOf("form"), message);
      });
  });
}
