import type { Rule } from "./rule.ts";

/** Every address of an application is absolute, without a fragment (RFC 6749, section 3.1.2), and listed once. */
export const clientAddress: Rule = ({ clients }) =>
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
  );
