import { serverAddresses } from "../resolve/server-addresses.ts";
import type { Rule } from "./rule.ts";

export const uniquePath: Rule = {
  id: "unique-path",
  stops: true,
  finds: "An address of two screens, or one that the server answers itself.",
  why: "Only the first of them would ever show, and of the server's a link alone would lead to the screen, no reload and no bookmark.",
  example: {
    file: "screens.config.json",
    wrong:
      '"redirect": { "path": "/redirect", "redirect": "$returnUrl" }, "extra": { "path": "/devops", "extends": "recover" }',
    right: '"redirect": { "path": "/redirect", "redirect": "$returnUrl" }',
  },
  check: ({ screens }) => {
    const owners = new Map<string, string>();
    return Object.entries(screens.value.screens).flatMap(([id, { path }]) => {
      const [, first = ""] = path.split("/");
      const owner = serverAddresses.has(first) ? "the server" : owners.get(path);
      if (owner === undefined) {
        owners.set(path, `"${id}"`);
        return [];
      }
      const message = `"${path}" is the address of ${owner} already.`;
      return [screens.at(["screens", id, "path"], message)];
    });
  },
};
