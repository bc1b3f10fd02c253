import type { JsonPath } from "../located-json.ts";
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
    Object.entries(clients.value.clients).flatMap(([id, client]) => {
      const at = (path: JsonPath, message: string) => [
        clients.at(["clients", id, ...path], "client-address", message),
      ];
      const single = (["startUrl", "logoUrl", "backChannelLogoutUri"] as const).flatMap((entry) => {
        const address = client[entry];
        return address === undefined || URL.canParse(address)
          ? []
          : at([entry], `"${address}" is no address.`);
      });
      const listed = (["redirectUris", "postLogoutRedirectUris"] as const).flatMap((entry) =>
        (client[entry] ?? []).flatMap((address, index, all) => {
          if (!URL.canParse(address)) return at([entry, index], `"${address}" is no address.`);
          if (!isWhole(address))
            return at([entry, index], `"${address}" is read as "${new URL(address).href}": write that.`);
          if (address.includes("#")) return at([entry, index], `"${address}" must not have a fragment.`);
          return all.indexOf(address) < index ? at([entry, index], `"${address}" is listed twice.`) : [];
        }),
      );
      return [...single, ...listed];
    }),
};

/** Browsers send the address as they read it, and a star in it stands for nothing but itself. */
function isWhole(address: string): boolean {
  const { href, hostname } = new URL(address);
  return !hostname.includes("*") && (href === address || href === `${address}/`);
}
