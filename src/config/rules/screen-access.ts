import type { Rule } from "./rule.ts";

export const screenAccess: Rule = {
  id: "screen-access",
  stops: true,
  finds: "A screen for everybody whose calls need a session.",
  why: "A visitor would be thrown out in place of being asked to sign in.",
  example: {
    file: "screens.config.json",
    wrong:
      '"path": "/account/contact", "icon": "mail", "access": "anonymous", "load": { "call": "ContactView" }',
    right:
      '"path": "/account/contact", "icon": "mail", "access": "authenticated", "load": { "call": "ContactView" }',
  },
  check: ({ screens, scenes }) => {
    const signedIn = scenes.filter(({ entries }) => entries.access === "authenticated");
    const guarded = new Set(signedIn.map(({ screen }) => screen));
    return scenes.flatMap(({ screen, calls }) => {
      if (guarded.has(screen)) return [];
      const says = screens.value.screens[screen]?.access !== undefined;
      return calls
        .filter(({ role, contract }) => role !== "action" && contract?.access === "session")
        .map(({ use, path }) => {
          const message = `"${use.call}" needs a session: "${screen}" must say "access": "authenticated".`;
          const place = says ? ["screens", screen, "access"] : [...path, "call"];
          return screens.at(place, message);
        });
    });
  },
};
