import type { ActionConfig } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { factAt } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const actionFact: Rule = {
  id: "action-fact",
  stops: true,
  finds:
    "The `each` of an action that names no list, or whose `with` gives nothing of the item; a `wait` that names no number.",
  why: "There would be no buttons, some that all do the same, or one that counts down from nothing.",
  example: {
    file: "screens.config.json",
    wrong: '"wait": "view.delivery.reference"',
    right: '"wait": "view.delivery.resendAfter"',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ actions, facts }) =>
      actions.flatMap(({ action, path }) => {
        const wrongFacts = (["each", "wait"] as const).flatMap((entry) => {
          const name = action[entry];
          const fact = name === undefined ? undefined : factAt(facts, name);
          if (fact === undefined || fact.alternatives.some((schema) => fits(entry, schema))) return [];
          const what = entry === "each" ? "list" : "number";
          return [screens.at([...path, entry], `"${name}" is no ${what}.`)];
        });
        if (wrongFacts.length > 0 || action.each === undefined || givesItem(action)) return wrongFacts;
        const message = `All buttons of "${action.each}" do the same: give one of its item.* in "with".`;
        return [screens.at([...path, action.with === undefined ? "each" : "with"], message)];
      }),
    ),
};

function givesItem({ with: given = {} }: ActionConfig): boolean {
  return Object.values(given).some((source) => source.startsWith("item."));
}

function fits(entry: "each" | "wait", { type }: JsonSchema): boolean {
  const types = [type].flat();
  return entry === "each" ? types.includes("array") : types.includes("integer") || types.includes("number");
}
