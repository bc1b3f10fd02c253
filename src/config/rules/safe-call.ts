import { isForShowing } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const safeCall: Rule = {
  id: "safe-call",
  stops: true,
  finds: "A `load`, `enter` or `list` whose call changes something.",
  why: "The server runs it for a mere page view, which a link from anywhere can cause.",
  example: {
    file: "screens.config.json",
    wrong: '"load": { "call": "Logout", "with": { "scope": "=here",',
    right: '"load": { "call": "LogoutView", "with": {',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .filter((call) => isForShowing(call) && call.contract && call.contract.safe !== true)
      .map(({ role, use, path }) =>
        screens.at([...path, "call"], `"${use.call}" is not safe, so it cannot be the ${role} of a screen.`),
      ),
};
