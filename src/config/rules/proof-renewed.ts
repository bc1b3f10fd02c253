import type { Rule } from "./rule.ts";

export const proofRenewed: Rule = {
  id: "proof-renewed",
  stops: true,
  finds: "A step `signInAgain` without a link to sign in that comes back.",
  why: "Whoever signed in a while ago is led there by the server, and could never change what the screen is for.",
  example: {
    file: "screens.config.json",
    wrong: '"panel": "message", "links": ["login", "home"]',
    right: '"panel": "message", "links": [{ "to": "login", "comeBack": true }, "home"]',
  },
  check: ({ screens, scenes }) =>
    scenes
      .filter(({ entries: { id } }) => id === "signInAgain")
      .filter(({ links }) => !links.some(({ link }) => link.comeBack))
      .map(({ pathOf }) =>
        screens.at(
          pathOf("links"),
          'Whoever comes here must sign in again: add { "to": "login", "comeBack": true }.',
        ),
      ),
};
