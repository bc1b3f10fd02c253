import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every form that a screen names exists. */
export const knownForm: Rule = ({ screens, scenes, forms }) =>
  scenes.flatMap(({ entries: { form }, pathOf }) =>
    form === undefined || forms.has(form)
      ? []
      : screens.at(
          pathOf("form"),
          "known-form",
          `There is no form "${form}" in schemas/forms/.`,
          nearest(form, forms.keys()),
        ),
  );
