import type { Rule } from "./rule.ts";

/** A link to an address of the view has a label: no screen gives it one. */
export const linkLabel: Rule = ({ screens, scenes }) =>
  scenes
    .flatMap(({ links }) => links)
    .filter(({ link }) => link.to.startsWith("view.") && link.label === undefined)
    .map(({ path }) => screens.at(path, "link-label", "A link to an address of the view needs a label."));
