import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownVendor: Rule = {
  id: "known-vendor",
  stops: true,
  finds: "A provider of an application that is not configured, or one that is required and not named.",
  why: "Nobody could sign in to the application.",
  example: {
    file: "clients.config.json",
    wrong: '"vendorId": "contosso"',
    right: '"vendorId": "contoso"',
  },
  check: ({ clients, vendors }) =>
    Object.entries(clients.value.clients).flatMap(([id, { vendorId, requires }]) => {
      const known = Object.keys(vendors.value.vendors);
      if (vendorId === undefined) {
        const message = `It requires a provider: "vendorId" is missing.`;
        return requires === "vendor"
          ? [clients.at(["clients", id, "requires"], "known-vendor", message)]
          : [];
      }
      if (known.includes(vendorId)) return [];
      const message = `There is no provider "${vendorId}" in the vendors' file.`;
      return [clients.at(["clients", id, "vendorId"], "known-vendor", message, nearest(vendorId, known))];
    }),
};
