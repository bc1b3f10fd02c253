import type { Rule } from "./rule.ts";

export const redirectCircle: Rule = {
  id: "redirect-circle",
  stops: true,
  finds: "A redirect to a screen that redirects itself.",
  why: "Two of them would send people in a circle.",
  example: {
    file: "screens.config.json",
    wrong: '"redirect": "account"',
    right: '"redirect": "login"',
  },
  check: ({ screens }) =>
    Object.entries(screens.value.screens).flatMap(([id, { redirect }]) => {
      const all = screens.value.screens;
      if (redirect === undefined || !Object.hasOwn(all, redirect) || all[redirect]?.redirect === undefined)
        return [];
      const message = `"${redirect}" redirects itself: lead to a screen that shows something.`;
      return [screens.at(["screens", id, "redirect"], message)];
    }),
};
