import { propertiesOf } from "../facts.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const problemField: Rule = {
  id: "problem-field",
  stops: true,
  finds: "A problem of a call for a field that it does not take.",
  why: "Nobody could tell which field is meant.",
  example: {
    file: "schemas/calls/ResetPassword.json",
    wrong: '"confirmPasword": [',
    right: '"confirmPassword": [',
  },
  check: ({ calls, contracts }) =>
    [...calls].flatMap(([name, call]) => {
      const contract = contracts.get(name);
      const known = ["", ...propertiesOf(contract?.body).keys(), ...Object.keys(contract?.query ?? {})];
      return Object.keys(call.value.problems ?? {})
        .filter((field) => !known.includes(field))
        .map((field) =>
          call.atKey(
            ["problems", field],
            "problem-field",
            `"${name}" takes no "${field}".`,
            nearest(field, known),
          ),
        );
    }),
};
