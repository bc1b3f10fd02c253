import type { Rule } from "./rule.ts";

export const linkLabel: Rule = {
  id: "link-label",
  stops: true,
  finds: "A link to an address of the view without a label.",
  why: "No screen gives it a text.",
  example: {
    file: "screens.config.json",
    wrong: '{ "to": "view.homeUrl" }',
    right: '{ "to": "view.homeUrl", "label": "application" }',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ links }) => links)
      .filter(({ link }) => link.to.startsWith("view.") && link.label === undefined)
      .map(({ path }) => screens.at(path, "A link to an address of the view needs a label.")),
};
