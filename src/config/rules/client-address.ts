import type { Rule } from "./rule.ts";

export const clientAddress: Rule = {
  id: "client-address",
  stops: true,
  finds: "An address of an application that is none, has a fragment or is listed twice.",
  why: "Addresses are compared letter by letter, and answers never go to one with a fragment (RFC 6749, section 3.1.2).",
  example: {
    file: "clients.config.json",
    wrong: '"https://payroll.example/other#top"',
    right: '"https://payroll.example/other"',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, client]) =>
      (["redirectUris", "postLogoutRedirectUris"] as const).flatMap((entry) =>
        (client[entry] ?? []).flatMap((address, index, all) => {
          const at = (message: string) => [
            clients.at(["clients", id, entry, index], "client-address", message),
          ];
          if (!URL.canParse(address)) return at(`"${address}" is no address.`);
          if (address.includes("#")) return at(`"${address}" must not have a fragment.`);
          return all.indexOf(address) < index ? at(`"${address}" is listed twice.`) : [];
        }),
      ),
    ),
};
