import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownPartner: Rule = {
  id: "known-partner",
  stops: true,
  finds: "A partner of an application that has no folder in `partners/`.",
  why: "People would see the default branding in its place.",
  example: {
    file: "clients.config.json",
    wrong: '"partnerId": "nortwind"',
    right: '"partnerId": "northwind"',
  },
  check: ({ clients, partners }) =>
    Object.entries(clients.value.clients).flatMap(([id, { partnerId }]) =>
      partnerId === undefined || partners.has(partnerId)
        ? []
        : [
            clients.at(
              ["clients", id, "partnerId"],
              `There is no partner "${partnerId}" in partners/.`,
              nearest(partnerId, partners.keys()),
            ),
          ],
    ),
};
