import { isAllowed } from "../../shared/password-rules.ts";
import { resolvedPartners } from "../resolve/partners.ts";
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
  check: (checked) =>
    resolvedPartners(checked).flatMap(({ own, partner }) => {
      const { special, allowedCharacters } = partner.passwordRules;
      // What the default partner says is told there.
      const ownRules = own.value.passwordRules ?? {};
      const entry = (["allowedCharacters", "special"] as const).find((each) => ownRules[each] !== undefined);
      const allowsOne =
        allowedCharacters === null ||
        [...allowedCharacters].some(
          (one) => /[^\p{L}\p{M}\p{N}]/u.test(one) && isAllowed(one, allowedCharacters),
        );
      if (!special || allowsOne || entry === undefined) return [];
      const message = "A special character is needed and none is allowed.";
      return [own.at(["passwordRules", entry], message)];
    }),
};
