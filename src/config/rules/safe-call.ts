import { isForShowing } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const safeCall: Rule = {
  id: "safe-call",
  stops: true,
  finds:
    "A `load`, `enter` or `list` whose call changes something, or a form or button whose call changes nothing.",
  why: "The server runs the first for a mere page view, which a link from anywhere can cause; nothing would come of pressing the other.",
  example: {
    file: "screens.config.json",
    wrong: '"load": { "call": "Logout", "with": { "scope": "=here",',
    right: '"load": { "call": "LogoutView", "with": {',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .filter((call) => call.contract && isForShowing(call) !== (call.contract.safe === true))
      .map((call) => {
        const { role, use, path } = call;
        const message = isForShowing(call)
          ? `"${use.call}" is not safe, so it cannot be the ${role} of a screen.`
          : `"${use.call}" changes nothing, so nothing comes of it here.`;
        return screens.at([...path, "call"], message);
      }),
};
