import type { JsonPath } from "../json-path.ts";
import type { Rule } from "./rule.ts";

export const panelAction: Rule = {
  id: "panel-action",
  stops: true,
  finds:
    "An action within the panel of a screen that has no panel, or whose panel does not show it; and one that the panel shows, without saying so.",
  why: "Nothing would show it, or it would stand there twice. What a panel shows is not checked where the client's sources are not installed.",
  example: {
    file: "screens.config.json",
    wrong: '"label": "cancel", "inPanel": true',
    right: '"label": "cancel"',
  },
  check: ({ screens, scenes, sources: { panels } }) => {
    const at = (path: JsonPath, message: string) => screens.at(path, message);
    return scenes.flatMap(({ entries: { panel }, actions }) => {
      const shows = panels?.get(panel ?? "")?.shows;
      return actions.flatMap(({ action: { label, inPanel }, path }) => {
        if (panel === undefined)
          return inPanel === true
            ? at([...path, "inPanel"], "There is no panel that could show this action.")
            : [];
        if (shows === undefined || shows.has(label) === (inPanel === true)) return [];
        return inPanel === true
          ? at([...path, "inPanel"], `The panel "${panel}" does not show "${label}".`)
          : at([...path, "label"], `The panel "${panel}" shows "${label}" itself: say "inPanel": true.`);
      });
    });
  },
};
