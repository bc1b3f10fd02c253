import type { Rule } from "./rule.ts";

export const wayInLink: Rule = {
  id: "way-in-link",
  stops: true,
  finds: "A link that is a way in and has no condition.",
  why: "At partners who leave that way out it would lead to a page where nobody can sign in.",
  example: {
    file: "screens.config.json",
    wrong: '{ "to": "loginOtt", "wayIn": "oneTimeToken" }',
    right: '{ "to": "loginOtt", "wayIn": "oneTimeToken", "when": { "view.oneTimeToken": true } }',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ links }) => links)
      .filter(({ link }) => link.wayIn !== undefined && link.when === undefined)
      .map(({ link, path }) => {
        const message = `Partners may leave "${link.to}" out: say by "when" where it is there.`;
        return screens.at(path, message);
      }),
};
