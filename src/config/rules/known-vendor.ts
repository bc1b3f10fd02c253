import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every provider that an application names is configured, and one that it requires is named. */
export const knownVendor: Rule = ({ clients, vendors }) =>
  Object.entries(clients.value.clients).flatMap(([id, { vendorId, requires }]) => {
    const known = Object.keys(vendors.value.vendors);
    if (vendorId === undefined) {
      const message = `It requires a provider: "vendorId" is missing.`;
      return requires === "vendor" ? [clients.at(["clients", id, "requires"], "known-vendor", message)] : [];
    }
    if (known.includes(vendorId)) return [];
    const message = `There is no provider "${vendorId}" in the vendors' file.`;
    return [clients.at(["clients", id, "vendorId"], "known-vendor", message, nearest(vendorId, known))];
  });
