import type { Rule } from "./rule.ts";

export const safeFlag: Rule = {
  id: "safe-flag",
  stops: true,
  finds: "A contract that does not say, or says wrongly, whether the call changes anything.",
  why: "A GET and a view change nothing; a mutation always does.",
  example: {
    file: "schemas/calls/Login.json",
    wrong: '"kind": "mutation", "safe": true',
    right: '"kind": "mutation"',
  },
  check: ({ calls }) =>
    [...calls.values()].flatMap((call) => {
      const { kind, method, safe } = call.value;
      const at = (message: string) => [call.at(safe === undefined ? [] : ["safe"], "safe-flag", message)];
      if (method === "GET" && safe !== true) return at('A GET changes nothing: say "safe": true.');
      if (kind === "query" && safe === undefined)
        return at('A query says whether it changes anything: "safe" is missing.');
      return kind === "mutation" && safe === true ? at("A mutation is not safe.") : [];
    }),
};
