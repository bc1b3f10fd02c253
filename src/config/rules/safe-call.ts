import type { Rule } from "./rule.ts";

/** What runs for a mere page view changes nothing (decisions 2; security CS-4). */
export const safeCall: Rule = ({ screens, scenes }) =>
  scenes
    .flatMap(({ calls }) => calls)
    .filter(
      ({ role, contract }) => ["enter", "load", "list"].includes(role) && contract && contract.safe !== true,
    )
    .map(({ role, use, path }) =>
      screens.at(
        [...path, "call"],
        "safe-call",
        `"${use.call}" is not safe, so it cannot be the ${role} of a screen.`,
      ),
    );
