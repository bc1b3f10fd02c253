import type { Rule } from "./rule.ts";

/** A redirect leads to a screen that shows something, not to another redirect. */
export const redirectCircle: Rule = ({ screens }) =>
  Object.entries(screens.value.screens).flatMap(([id, { redirect }]) => {
    const all = screens.value.screens;
    if (redirect === undefined || !Object.hasOwn(all, redirect) || all[redirect]?.redirect === undefined)
      return [];
    const message = `"${redirect}" redirects itself: lead to a screen that shows something.`;
    return [screens.at(["screens", id, "redirect"], "redirect-circle", message)];
  });
