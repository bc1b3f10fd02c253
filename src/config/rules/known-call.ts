import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const knownCall: Rule = {
  id: "known-call",
  stops: true,
  finds: "A call without a contract in `schemas/calls/`.",
  why: "There is nothing to send to.",
  example: {
    file: "screens.config.json",
    wrong: '"submit": { "call": "Recovr" }',
    right: '"submit": { "call": "Recover" }',
  },
  check: ({ screens, scenes, contracts }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .filter(({ contract }) => contract === undefined)
      .map(({ use, path }) =>
        screens.at(
          [...path, "call"],
          `There is no call "${use.call}" in schemas/calls/.`,
          nearest(use.call, contracts.keys()),
        ),
      ),
};
