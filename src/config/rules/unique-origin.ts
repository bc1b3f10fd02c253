import { unprotected } from "../resolve/unprotected.ts";
import type { Rule } from "./rule.ts";

export const uniqueOrigin: Rule = {
  id: "unique-origin",
  stops: true,
  finds:
    "An origin of two partners, one that browsers write otherwise, or one by `http` elsewhere than on this machine.",
  why: "One address cannot show both, and origins are compared letter by letter: the usual port is left out. By `http` browsers keep no cookie of a sign-in.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"origins": ["https://signin.northwind.example", "https://signin.northwind.example"]',
    right: '"origins": ["https://signin.northwind.example"]',
  },
  check: ({ partners }) => {
    const owners = new Map<string, string>();
    return [...partners].flatMap(([id, partner]) =>
      (partner.value.origins ?? []).flatMap((origin, index) => {
        const read = URL.canParse(origin) ? new URL(origin).origin : undefined;
        if (read !== origin) {
          const message =
            read === undefined ? `"${origin}" is no address.` : `Browsers write "${origin}" otherwise.`;
          return [partner.at(["origins", index], message, read)];
        }
        const plain = unprotected(origin);
        if (plain !== undefined) return [partner.at(["origins", index], plain)];
        const owner = owners.get(origin);
        if (owner === undefined) owners.set(origin, id);
        return owner === undefined
          ? []
          : [partner.at(["origins", index], `"${origin}" belongs to the partner "${owner}" already.`)];
      }),
    );
  },
};
