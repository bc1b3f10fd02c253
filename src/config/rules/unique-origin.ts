import type { Rule } from "./rule.ts";

/** No two partners have one origin (decisions 26). */
export const uniqueOrigin: Rule = ({ partners }) => {
  const owners = new Map<string, string>();
  return [...partners].flatMap(([id, partner]) =>
    (partner.value.origins ?? []).flatMap((origin, index) => {
      const owner = owners.get(origin);
      if (owner === undefined) owners.set(origin, id);
      return owner === undefined
        ? []
        : [
            partner.at(
              ["origins", index],
              "unique-origin",
              `"${origin}" belongs to the partner "${owner}" already.`,
            ),
          ];
    }),
  );
};
