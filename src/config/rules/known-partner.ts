import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every partner that an application names has a folder. */
export const knownPartner: Rule = ({ clients, partners }) =>
  Object.entries(clients.value.clients).flatMap(([id, { partnerId }]) =>
    partnerId === undefined || partners.has(partnerId)
      ? []
      : [
          clients.at(
            ["clients", id, "partnerId"],
            "known-partner",
            `There is no partner "${partnerId}" in partners/.`,
            nearest(partnerId, partners.keys()),
          ),
        ],
  );
