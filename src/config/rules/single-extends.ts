import type { Rule } from "./rule.ts";

/** A screen extends one that stands for itself: a chain would hide where an entry comes from. */
export const singleExtends: Rule = ({ screens }) =>
  Object.entries(screens.value.screens).flatMap(([id, { extends: base }]) => {
    const all = screens.value.screens;
    if (base === undefined || !Object.hasOwn(all, base) || all[base]?.extends === undefined) return [];
    const message = `"${base}" extends a screen itself: extend that one instead.`;
    return [screens.at(["screens", id, "extends"], "single-extends", message, all[base].extends)];
  });
