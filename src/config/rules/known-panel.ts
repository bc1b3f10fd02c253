import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every panel that a screen names exists; not checked where the client's sources are not installed. */
export const knownPanel: Rule = ({ screens, scenes, sources: { panels } }) =>
  scenes.flatMap(({ entries: { panel }, pathOf }) =>
    panel === undefined || panels === undefined || panels.includes(panel)
      ? []
      : screens.at(
          pathOf("panel"),
          "known-panel",
          `There is no panel "${panel}" in src/client/panels/.`,
          nearest(panel, panels),
        ),
  );
