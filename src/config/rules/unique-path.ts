import type { Rule } from "./rule.ts";

/** No two screens have one address. */
export const uniquePath: Rule = ({ screens }) => {
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
};
