import { isForShowing } from "../resolve/scenes.ts";
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
  check: ({ calls, scenes }) => {
    const shown = new Set(
      scenes.flatMap(({ calls: used }) => used.filter(isForShowing).map(({ use }) => use.call)),
    );
    return [...calls].flatMap(([name, call]) => {
      const { kind, method, safe } = call.value;
      const at = (entry: "kind" | "method" | "safe", message: string) => [call.at([entry], message)];
      if (method === "GET" && safe !== true)
        return at(safe === undefined ? "method" : "safe", 'A GET changes nothing: say "safe": true.');
      if (kind === "query" && safe === undefined)
        return at("kind", 'A query says whether it changes anything: "safe" is missing.');
      if (kind !== "mutation" || safe !== true) return [];
      return shown.has(name)
        ? at("kind", "A screen shows its answer and it is safe, so it is a query.")
        : at("safe", "A mutation is not safe.");
    });
  },
};
