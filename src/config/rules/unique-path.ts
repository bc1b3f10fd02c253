import type { Rule } from "./rule.ts";

export const uniquePath: Rule = {
  id: "unique-path",
  stops: true,
  finds: "An address of two screens.",
  why: "Only the first of them would ever show.",
  example: {
    file: "screens.config.json",
    wrong:
      '"redirect": { "path": "/redirect", "redirect": "$returnUrl" }, "extra": { "path": "/devops", "extends": "recover" }',
    right: '"redirect": { "path": "/redirect", "redirect": "$returnUrl" }',
  },
  check: ({ screens }) => {
    const owners = new Map<string, string>();
    return Object.entries(screens.value.screens).flatMap(([id, { path }]) => {
      const owner = owners.get(path);
      if (owner === undefined) owners.set(path, id);
      return owner === undefined
        ? []
        : [
            screens.at(
              ["screens", id, "path"],
              "unique-path",
              `"${path}" is the address of "${owner}" already.`,
            ),
          ];
    });
  },
};
