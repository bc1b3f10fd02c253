import { isAllowed } from "../../shared/password-rules.ts";
import { partnersOf } from "../partners.ts";
import type { Rule } from "./rule.ts";

export const passwordRules: Rule = {
  id: "password-rules",
  stops: true,
  finds: "Rules of a partner that no new password meets.",
  why: "Nobody could choose a password.",
  example: {
    file: "partners/default/partner.json",
    wrong: '"passwordRules": { "special": true, "allowedCharacters": "" }, "logo": "logo.svg"',
    right: '"logo": "logo.svg"',
  },
  check: (checked) => {
    const all = partnersOf(checked);
    return [...checked.partners].flatMap(([id, partner]) => {
      const { special = false, allowedCharacters = null } = all[id]?.passwordRules ?? {};
      // What the default partner says is told there.
      const own = partner.value.passwordRules ?? {};
      const entry = (["allowedCharacters", "special"] as const).find((each) => own[each] !== undefined);
      const allowsOne =
        allowedCharacters === null ||
        [...allowedCharacters].some(
          (one) => /[^\p{L}\p{M}\p{N}]/u.test(one) && isAllowed(one, allowedCharacters),
        );
      if (!special || allowsOne || entry === undefined) return [];
      const message = "A special character is needed and none is allowed.";
      return [partner.at(["passwordRules", entry], message)];
    });
  },
};
