import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownPanel: Rule = {
  id: "known-panel",
  stops: true,
  finds: "A panel without a file in `src/client/panels/`.",
  why: "The screen would be empty.",
  example: {
    file: "screens.config.json",
    wrong: '"panel": "logged-ot"',
    right: '"panel": "logged-out"',
  },
  check: ({ screens, scenes, sources: { panels } }) =>
    scenes.flatMap(({ entries: { panel }, pathOf }) =>
      panel === undefined || panels === undefined || panels.has(panel)
        ? []
        : screens.at(
            pathOf("panel"),
            `There is no panel "${panel}" in src/client/panels/.`,
            nearest(panel, panels.keys()),
          ),
    ),
};
