import type { WayIn } from "../../generated/config.ts";
import { factAt, unasked } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

/** What says that a partner offers a way in. */
const offeredBy: Readonly<Record<WayIn, string>> = {
  secureCredential: "view.secure",
  oneTimeToken: "view.oneTimeToken",
  providers: "partner.behaviour.showLoginProviders",
};

export const wayInLink: Rule = {
  id: "way-in-link",
  stops: true,
  finds: "A link or button that is a way in and does not ask whether it is offered.",
  why: "At partners who leave that way out it would lead to a page where nobody can sign in, and at the others it may be missing.",
  example: {
    file: "screens.config.json",
    wrong: '{ "to": "loginOtt", "wayIn": "oneTimeToken" }',
    right: '{ "to": "loginOtt", "wayIn": "oneTimeToken", "when": { "view.oneTimeToken": true } }',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ links, actions, facts }) => {
      const ways = [
        ...links.map(({ link, path }) => ({ ...link, path })),
        ...actions.map(({ action, path }) => ({ ...action, path })),
      ];
      return ways.flatMap(({ wayIn, when, path }) => {
        if (wayIn === undefined) return [];
        const offered = offeredBy[wayIn];
        const isKnown = factAt(facts, offered) !== undefined;
        const where = isKnown ? `where "${offered}" is true` : "where it is there";
        const message = `Partners may leave "${wayIn}" out: say by "when" ${where}.`;
        if (when === undefined) return [screens.at(path, message)];
        const place = isKnown ? unasked(when, offered, true, facts) : undefined;
        return place === undefined ? [] : [screens.at([...path, "when", ...place], message)];
      });
    }),
};
