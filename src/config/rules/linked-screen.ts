import type { Fault } from "../finding.ts";
import { entrances } from "../resolve/entrances.ts";
import { placedLinks } from "../resolve/placed-links.ts";
import type { Rule } from "./rule.ts";

export const linkedScreen: Rule = {
  id: "linked-screen",
  stops: true,
  finds:
    "A link, or an entry of the menu, to a screen that works only by what a mail or a provider brings along.",
  why: "Whoever presses it would read that their link does not work any more.",
  example: {
    file: "screens.config.json",
    wrong: '"links": ["resetPassword", "home"]',
    right: '"links": ["recover", "home"]',
  },
  check: (checked) =>
    placedLinks(checked).flatMap(({ to, path }): Fault[] => {
      const { by, bringsAlong } = entrances[to] ?? {};
      if (bringsAlong !== true) return [];
      return [
        checked.screens.at(
          path,
          `"${to}" works only by what is brought along: ${by?.toLowerCase()} leads there.`,
        ),
      ];
    }),
};
