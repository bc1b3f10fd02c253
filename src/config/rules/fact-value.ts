import { allows, factAt, valuesOfFact } from "../facts.ts";
import type { Finding } from "../finding.ts";
import { nearest } from "../nearest.ts";
import type { PlacedWhen } from "../scenes.ts";
import type { Rule } from "./rule.ts";

export const factValue: Rule = {
  id: "fact-value",
  stops: true,
  finds: "A value in a condition that its fact never has.",
  why: "The condition would never hold, so its row, link or button would be dead.",
  example: {
    file: "screens.config.json",
    wrong: '"when": { "view.method": "sns" }',
    right: '"when": { "view.method": "sms" }',
  },
  check: ({ screens, scenes }) => {
    const check = ({ when, facts, path }: PlacedWhen): Finding[] =>
      Object.entries(when).flatMap(([name, wanted]) => {
        const fact = factAt(facts, name);
        const place = [...path, name];
        const values = Array.isArray(wanted)
          ? wanted.map((value, index) => ({ value, at: [...place, index] }))
          : [{ value: wanted, at: place }];
        return values
          .filter(({ value }) => fact !== undefined && !allows(fact, value))
          .map(({ value, at }) => {
            const known = (fact === undefined ? undefined : valuesOfFact(fact)) ?? [];
            const message = `"${name}" is never ${JSON.stringify(value)}.`;
            return screens.at(at, "fact-value", message, nearest(String(value), known.map(String)));
          });
      });
    return scenes.flatMap(({ whens }) => whens.flatMap(check));
  },
};
