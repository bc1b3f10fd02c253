import { alternativesOf, factAt, inputsOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const factType: Rule = {
  id: "fact-type",
  stops: true,
  finds: "A list or an object that is given to a call in the place of a single value.",
  why: "The call would be refused each time.",
  example: {
    file: "screens.config.json",
    wrong: '"method": "view.methods"',
    right: '"method": "view.method"',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .flatMap(({ use, path, facts, contract }) =>
        Object.entries(use.with ?? {}).flatMap(([property, source]) => {
          const fact = factAt(facts, source);
          const taken = inputsOf(contract).get(property);
          if (fact === undefined || taken === undefined) return [];
          const isSingle = !alternativesOf(taken).some(hasParts);
          const whole = fact.alternatives.filter(({ type }) => type !== "null");
          if (!isSingle || whole.length === 0 || !whole.every(hasParts)) return [];
          const message = `"${property}" of "${use.call}" is one value, and "${source}" holds several.`;
          return [screens.at([...path, "with", property], message)];
        }),
      ),
};

function hasParts({ type }: { type?: unknown }): boolean {
  return type === "array" || type === "object";
}
