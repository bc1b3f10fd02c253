import { nearest } from "../nearest.ts";
import { partnersOf } from "../resolve/partners.ts";
import type { Rule } from "./rule.ts";

export const knownVendor: Rule = {
  id: "known-vendor",
  stops: true,
  finds:
    "A provider of an application that is not configured, that it requires and nobody names, that it names and does not allow, or that its partner does not have.",
  why: "Nobody could sign in to the application.",
  example: {
    file: "clients.config.json",
    wrong: '"vendorId": "contosso"',
    right: '"vendorId": "contoso"',
  },
  check: (checked) => {
    const { clients, vendors } = checked;
    const partners = partnersOf(checked);
    return Object.entries(clients.value.clients).flatMap(([id, { vendorId, requires, partnerId }]) => {
      const at = (key: string, message: string, near?: string) => [
        clients.at(["clients", id, key], message, near),
      ];
      if (vendorId === undefined)
        return requires === "vendor" ? at("requires", `It requires a provider: "vendorId" is missing.`) : [];
      if (requires === "local")
        return at("vendorId", "It requires an account of this service, so nobody could use a provider.");
      const known = Object.keys(vendors.value.vendors);
      if (!known.includes(vendorId))
        return at(
          "vendorId",
          `There is no provider "${vendorId}" in ${vendors.file}.`,
          nearest(vendorId, known),
        );
      const partner = partners[partnerId ?? "default"];
      const used = partner?.signIn.providers ?? known;
      return used.includes(vendorId)
        ? []
        : at("vendorId", `The partner "${partner?.partnerId}" does not have "${vendorId}" in "providers".`);
    });
  },
};
