import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

/** Every call that a screen names has a contract. */
export const knownCall: Rule = ({ screens, scenes, contracts }) =>
  scenes
    .flatMap(({ calls }) => calls)
    .filter(({ contract }) => contract === undefined)
    .map(({ use, path }) =>
      screens.at(
        [...path, "call"],
        "known-call",
        `There is no call "${use.call}" in schemas/calls/.`,
        nearest(use.call, contracts.keys()),
      ),
    );
