import { partnersOf } from "../partners.ts";
import type { Rule } from "./rule.ts";

export const partnerSetting: Rule = {
  id: "partner-setting",
  stops: true,
  finds: "A partner that offers secure credentials, by which its people may not sign in.",
  why: "People would set up a device that is good for nothing.",
  example: {
    file: "partners/default/partner.json",
    wrong: '"secureCredential": false, "offerDevices": true',
    right: '"secureCredential": true',
  },
  check: (checked) => {
    const partners = partnersOf(checked);
    return [...checked.partners].flatMap(([id, partner]) => {
      const { secureCredential = true, offerDevices = false } = partners[id]?.signIn ?? {};
      if (secureCredential || !offerDevices) return [];
      const own = partner.value.signIn?.offerDevices === undefined ? "secureCredential" : "offerDevices";
      const message = `"secureCredential" is false, so "offerDevices" must be too: nobody could sign in with what is set up.`;
      return [partner.at(["signIn", own], "partner-setting", message)];
    });
  },
};
