import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownForm: Rule = {
  id: "known-form",
  stops: true,
  finds: "A form without a file in `schemas/forms/`.",
  why: "There is nothing to fill in.",
  example: {
    file: "screens.config.json",
    wrong: '"form": "recovr"',
    right: '"form": "recover"',
  },
  check: ({ screens, scenes, forms }) =>
    scenes.flatMap(({ entries: { form }, pathOf }) =>
      form === undefined || forms.has(form)
        ? []
        : screens.at(
            pathOf("form"),
            `There is no form "${form}" in schemas/forms/.`,
            nearest(form, forms.keys()),
          ),
    ),
};
