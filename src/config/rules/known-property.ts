import { queryParameters } from "../../shared/constants.ts";
import { nearest } from "../nearest.ts";
import { inputsOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const knownProperty: Rule = {
  id: "known-property",
  stops: true,
  finds: "A `with` that fills what its call does not take, or what no screen reads from the address.",
  why: "What is given would be lost, or the call refused.",
  example: {
    file: "screens.config.json",
    wrong: '"with": { "logoutid": "query.logoutId" }',
    right: '"with": { "logoutId": "query.logoutId" }',
  },
  check: ({ screens, scenes }) => {
    const calls = scenes
      .flatMap((scene) => scene.calls)
      .flatMap(({ use, path, contract }) => {
        if (contract === undefined) return [];
        const known = [...inputsOf(contract).keys()];
        return Object.keys(use.with ?? {})
          .filter((property) => !known.includes(property))
          .map((property) =>
            screens.atKey(
              [...path, "with", property],
              `The call "${use.call}" takes no "${property}".`,
              nearest(property, known),
            ),
          );
      });
    const rows = scenes
      .flatMap((scene) => scene.rows)
      .flatMap(({ row, path }) =>
        Object.keys(row.with ?? {})
          .filter((property) => !queryParameters.some((known) => known === property))
          .map((property) =>
            screens.atKey(
              [...path, "with", property],
              `No screen reads a query parameter "${property}".`,
              nearest(property, queryParameters),
            ),
          ),
      );
    return [...calls, ...rows];
  },
};
