import type { Rule } from "./rule.ts";

export const singleExtends: Rule = {
  id: "single-extends",
  stops: true,
  finds: "A screen that extends itself or one that extends another.",
  why: "A chain hides where an entry comes from; a circle has no end.",
  example: {
    file: "screens.config.json",
    wrong: '"extends": "unmatched"',
    right: '"extends": "errorNotFound"',
  },
  check: ({ screens }) =>
    Object.entries(screens.value.screens).flatMap(([id, { extends: base }]) => {
      const all = screens.value.screens;
      if (base === undefined || !Object.hasOwn(all, base) || all[base]?.extends === undefined) return [];
      const end = all[base].extends;
      const circle = end === base || end === id;
      const message = circle
        ? `"${id}" extends itself.`
        : `"${base}" extends a screen itself: extend that one instead.`;
      return [screens.at(["screens", id, "extends"], message, circle ? undefined : end)];
    }),
};
