import type { Rule } from "./rule.ts";

export const screenAccess: Rule = {
  id: "screen-access",
  stops: true,
  finds: "A screen for everybody whose calls need a session.",
  why: "A visitor would be thrown out in place of being asked to sign in.",
  example: {
    file: "screens.config.json",
    wrong: '"path": "/account/contact", "access": "anonymous", "load": { "call": "ContactView" }',
    right: '"path": "/account/contact", "access": "authenticated", "load": { "call": "ContactView" }',
  },
  check: ({ screens, scenes }) => {
    const signedIn = scenes.filter(({ entries }) => entries.access === "authenticated");
    const guarded = new Set(signedIn.map(({ screen }) => screen));
    return scenes.flatMap(({ screen, calls }) => {
      if (guarded.has(screen)) return [];
      return calls
        .filter(({ role, contract }) => role !== "action" && contract?.access === "session")
        .map(({ use, path }) => {
          const message = `"${use.call}" needs a session: "${screen}" must say "access": "authenticated".`;
          return screens.at([...path, "call"], "screen-access", message);
        });
    });
  },
};
