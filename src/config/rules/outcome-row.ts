import { factAt } from "../resolve/facts.ts";
import { followNext } from "../resolve/next-table.ts";
import type { Rule } from "./rule.ts";

export const outcomeRow: Rule = {
  id: "outcome-row",
  stops: true,
  finds: "A way that a call can end without a row that leads on.",
  why: "Whoever ends there would stand still.",
  example: {
    file: "screens.config.json",
    wrong: '"next": [{ "when": { "outcome": "updated" }, "go": "home", "say": "employeeUpdated" }]',
    right:
      '"next": [{ "when": { "outcome": "updated" }, "go": "home", "say": "employeeUpdated" }, { "when": { "outcome": "challengeEnded" }, "go": "#change", "say": "contactCodesWrong" }]',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ nexts }) =>
      nexts.flatMap((next) => {
        const { path, rows, facts, complete } = next;
        const decides = factAt(facts, "outcome") !== undefined || rows.length > 0;
        if (!complete || !decides) return [];
        const { uncovered } = followNext(next);
        if (uncovered === undefined) return [];
        const state = Object.entries(uncovered).map(
          ([fact, value]) => `${fact} ${JSON.stringify(value) ?? "anything else"}`,
        );
        const described = state.length === 0 ? "what comes" : state.join(", ");
        return [screens.at(path, `No row leads on from ${described}.`)];
      }),
    ),
};
