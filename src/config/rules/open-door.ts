import { followNext } from "../resolve/next-table.ts";
import type { Rule } from "./rule.ts";

export const openDoor: Rule = {
  id: "open-door",
  stops: true,
  finds: "An `enter` that always leads away.",
  why: "Nobody would ever see the screen. A row of the door needs a condition that does not always hold.",
  example: {
    file: "screens.config.json",
    wrong: '"next": [{ "go": "loginVendor"',
    right: '"next": [{ "when": { "view.allowed": false }, "go": "loginVendor"',
  },
  check: ({ screens, scenes }) =>
    scenes.flatMap(({ nexts }) =>
      nexts
        .filter((next) => next.isDoor && followNext(next).uncovered === undefined)
        .map(({ path }) => screens.at(path, "Everybody is led away from here.")),
    ),
};
