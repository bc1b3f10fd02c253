import type { Rule } from "./rule.ts";

export const screenBody: Rule = {
  id: "screen-body",
  stops: true,
  finds: "A screen or step with nothing to show, or a redirect that shows something.",
  why: "People would stand before an empty card.",
  example: {
    file: "screens.config.json",
    wrong: '"errorExpired": { "path": "/error/expired", "icon": "clock", "load": { "call": "Error" },',
    right:
      '"errorExpired": { "path": "/error/expired", "icon": "clock", "load": { "call": "Error" }, "panel": "error",',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ entries, pathOf }) => {
      const { form, panel, redirect, submit, actions } = entries;
      // What has buttons of its own beside its steps shows itself too.
      const steps = submit === undefined && actions === undefined ? entries.steps : undefined;
      const shown = [form, panel, steps].some((body) => body !== undefined);
      if (redirect !== undefined && shown) {
        return [
          screens.at(pathOf("redirect"), "A redirect shows nothing: leave out its form, panel and steps."),
        ];
      }
      if (redirect !== undefined || shown) return [];
      return [
        screens.atKey(pathOf("id"), "Nothing to show: a form, a panel, steps or a redirect is missing."),
      ];
    }),
};
