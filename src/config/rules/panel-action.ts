import type { Rule } from "./rule.ts";

export const panelAction: Rule = {
  id: "panel-action",
  stops: true,
  finds: "An action within the panel of a screen that has no panel.",
  why: "Nothing would show it.",
  example: {
    file: "screens.config.json",
    wrong: '"label": "cancel", "inPanel": true',
    right: '"label": "cancel"',
  },
  check: ({ screens, scenes }) =>
    scenes
      .filter(({ entries }) => entries.panel === undefined)
      .flatMap(({ actions }) => actions)
      .filter(({ action }) => action.inPanel === true)
      .map(({ path }) =>
        screens.at([...path, "inPanel"], "panel-action", "There is no panel that could show this action."),
      ),
};
