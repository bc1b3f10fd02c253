import { outcomesOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const confirmedRemoval: Rule = {
  id: "confirmed-removal",
  stops: true,
  finds: "A button that takes something away for good and does not ask before.",
  why: "One slip of the finger, and a device or a second factor is gone.",
  example: {
    file: "screens.config.json",
    wrong: '"label": "remove", "each": "view.items", "inPanel": true, "color": "danger"',
    right: '"label": "remove", "each": "view.items", "inPanel": true, "confirm": true, "color": "danger"',
  },
  check: ({ screens, scenes, contracts }) =>
    scenes
      .flatMap(({ actions }) => actions)
      .flatMap(({ action: { call, confirm }, path }) => {
        if (!outcomesOf(contracts.get(call)).includes("removed") || confirm === true) return [];
        const message = `"${call}" takes something away for good: ask before, by "confirm": true.`;
        return [screens.at([...path, "label"], message)];
      }),
};
