import { sendsByOneButton } from "../read/panel-sources.ts";
import { partnersOf } from "../resolve/partners.ts";
import { shownTogether } from "../resolve/shown-together.ts";
import type { Rule } from "./rule.ts";

export const mainButton: Rule = {
  id: "main-button",
  stops: true,
  finds: "A second main button: one in the colour primary beside the one that sends, or beside another such.",
  why: "The main button says what to do here; of two nobody knows which.",
  example: {
    file: "screens.config.json",
    wrong: '"label": "continue", "color": "primary"',
    right: '"label": "continue"',
  },
  check: (checked) => {
    const { screens, scenes, sources } = checked;
    const partners = Object.values(partnersOf(checked));
    return scenes.flatMap(({ entries, actions }) => {
      const sends = entries.form !== undefined || sendsByOneButton(sources.panels, entries);
      const main = actions.filter(({ action }) => action.color === "primary" && action.inPanel !== true);
      return main
        .filter(
          ({ action }, index) =>
            sends ||
            main.slice(0, index).some((other) => shownTogether(partners, other.action.when, action.when)),
        )
        .map(({ path }) => {
          const message = "There is a main button here already: leave the colour out.";
          return screens.at([...path, "color"], message);
        });
    });
  },
};
