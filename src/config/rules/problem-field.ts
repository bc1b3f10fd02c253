import { propertiesOf } from "../facts.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every field that a call's problems name is one of its body or query; the empty name is general. */
export const problemField: Rule = ({ calls, contracts }) =>
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
  });
