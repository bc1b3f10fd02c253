import type { Rule } from "./rule.ts";

/** An action that stands in the panel has a panel to stand in. */
export const panelAction: Rule = ({ screens, scenes }) =>
  scenes
    .filter(({ entries }) => entries.panel === undefined)
    .flatMap(({ actions }) => actions)
    .filter(({ action }) => action.inPanel === true)
    .map(({ path }) =>
      screens.at([...path, "inPanel"], "panel-action", "There is no panel that could show this action."),
    );
