import { queryParameters } from "../../shared/constants.ts";
import type { Rule } from "./rule.ts";

const parameters: readonly string[] = queryParameters;

export const sameParameter: Rule = {
  id: "same-parameter",
  stops: true,
  finds: "A parameter of an address that is given to a call as another one.",
  why: "A link that was mailed, or an application that waits, would be taken for something else.",
  example: {
    file: "screens.config.json",
    wrong: '"call": "RedeemState", "with": { "state": "query.id" }',
    right: '"call": "RedeemState", "with": { "state": "query.state" }',
  },
  check: ({ screens, scenes }) =>
    scenes
      .flatMap(({ calls }) => calls)
      .flatMap(({ use, path }) =>
        Object.entries(use.with ?? {})
          .filter(([name, source]) => parameters.includes(name) && source.startsWith("query."))
          .filter(([name, source]) => source !== `query.${name}`)
          .map(([name, source]) => {
            const message = `"${use.call}" is given "${source}" as its "${name}".`;
            return screens.at([...path, "with", name], message, `query.${name}`);
          }),
      ),
};
