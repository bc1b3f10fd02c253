import type { VendorsConfig } from "../../generated/config.ts";
import { nearest } from "../nearest.ts";
import { locateJson } from "../read/located-json.ts";
import type { Rule } from "./rule.ts";

export const partnerProvider: Rule = {
  id: "partner-provider",
  // Each environment has its own file of providers: what one lacks, its pages leave out.
  stops: false,
  finds:
    "A provider that a partner names and no file of providers has: not the repository's, not the demo's, not that of the settings.",
  why: "Nobody would ever see it.",
  example: {
    file: "partners/default/partner.json",
    wrong: '"secureCredential": true, "providers": ["contosso"]',
    right: '"secureCredential": true',
  },
  check: ({ partners, vendors, sources: { otherVendors } }) => {
    const others = [...otherVendors].map(([file, text]) => ({
      file,
      value: locateJson(file, text).document?.value as Partial<VendorsConfig> | undefined,
    }));
    // What cannot be read is told by itself.
    if (others.some(({ value }) => value === undefined)) return [];
    const all = [vendors, ...others];
    const known = all.flatMap(({ value }) => Object.keys(value?.vendors ?? {}));
    const files = [...new Set(all.map(({ file }) => file))].join(" or ");
    return [...partners.values()].flatMap((partner) =>
      (partner.value.signIn?.providers ?? []).flatMap((id, index) => {
        if (known.includes(id)) return [];
        const message = `There is no provider "${id}" in ${files}.`;
        return [partner.at(["signIn", "providers", index], message, nearest(id, known))];
      }),
    );
  },
};
