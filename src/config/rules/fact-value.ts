import { factAt, wrongWanted } from "../resolve/facts.ts";
import { menuWhens } from "../resolve/placed-menu.ts";
import type { Rule } from "./rule.ts";

export const factValue: Rule = {
  id: "fact-value",
  stops: true,
  finds: "A value in a condition that its fact never has, or a list of all that it can have.",
  why: "The condition would never hold, so its row, link or button would be dead; or it would always hold.",
  example: {
    file: "screens.config.json",
    wrong: '"when": { "view.method": "sns" }',
    right: '"when": { "view.method": "sms" }',
  },
  check: (checked) =>
    [...checked.scenes.flatMap(({ whens }) => whens), ...menuWhens(checked)].flatMap(
      ({ when, facts, path }) =>
        Object.entries(when).flatMap(([name, wanted]) => {
          const fact = factAt(facts, name);
          const wrong = fact === undefined ? [] : wrongWanted(name, fact, wanted);
          return wrong.map(({ path: inner, message, suggestion }) =>
            checked.screens.at([...path, ...inner], message, suggestion),
          );
        }),
    ),
};
