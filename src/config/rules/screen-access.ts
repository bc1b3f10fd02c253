import type { Rule } from "./rule.ts";

/** A screen whose calls need a session is for signed-in people only (specification, section 2). */
export const screenAccess: Rule = ({ screens, scenes }) =>
  scenes.flatMap(({ screen, entries, calls }) => {
    if (entries.access === "authenticated") return [];
    return calls
      .filter(
        ({ role, contract }) => ["enter", "load", "list"].includes(role) && contract?.access === "session",
      )
      .map(({ use, path }) => {
        const message = `"${use.call}" needs a session: "${screen}" must say "access": "authenticated".`;
        return screens.at([...path, "call"], "screen-access", message);
      });
  });
