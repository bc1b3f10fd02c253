import { nearest } from "../nearest.ts";
import { allows, alternativesOf, inputsOf, valuesOfFact } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const fixedValue: Rule = {
  id: "fixed-value",
  stops: true,
  finds: "A fixed value that the call does not take.",
  why: "The call would be refused each time.",
  example: {
    file: "screens.config.json",
    wrong: '"button": "=cancle"',
    right: '"button": "=cancel"',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .flatMap(({ use, path, contract }) =>
        Object.entries(use.with ?? {})
          .filter(([, source]) => source.startsWith("="))
          .flatMap(([property, source]) => {
            const schema = inputsOf(contract).get(property);
            const value = source.slice(1);
            const fact = {
              alternatives: schema === undefined ? [{}] : alternativesOf(schema),
              optional: false,
            };
            if (allows(fact, value)) return [];
            const known = (valuesOfFact(fact) ?? []).map((each) => `=${each}`);
            const message = `"${property}" of "${use.call}" is never "${value}".`;
            return [screens.at([...path, "with", property], message, nearest(source, known))];
          }),
      ),
};
