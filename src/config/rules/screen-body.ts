import type { Rule } from "./rule.ts";

/** Every screen and every step has something to show, and a redirect shows nothing. */
export const screenBody: Rule = ({ screens, scenes }) =>
  scenes.flatMap(({ entries, pathOf }) => {
    const { form, panel, steps, redirect } = entries;
    const shown = [form, panel, steps].some((body) => body !== undefined);
    if (redirect !== undefined && shown) {
      return [
        screens.at(
          pathOf("redirect"),
          "screen-body",
          "A redirect shows nothing: leave out its form, panel and steps.",
        ),
      ];
    }
    if (redirect !== undefined || shown) return [];
    return [
      screens.atKey(
        pathOf("id"),
        "screen-body",
        "Nothing to show: a form, a panel, steps or a redirect is missing.",
      ),
    ];
  });
