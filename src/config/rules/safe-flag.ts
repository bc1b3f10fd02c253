import type { Rule } from "./rule.ts";

/** A query says whether it is safe, a GET is safe, and a mutation is not (decisions 2; security CS-4). */
export const safeFlag: Rule = ({ calls }) =>
  [...calls.values()].flatMap((call) => {
    const { kind, method, safe } = call.value;
    const at = (message: string) => [call.at(safe === undefined ? [] : ["safe"], "safe-flag", message)];
    if (method === "GET" && safe !== true) return at('A GET changes nothing: say "safe": true.');
    if (kind === "query" && safe === undefined)
      return at('A query says whether it changes anything: "safe" is missing.');
    return kind === "mutation" && safe === true ? at("A mutation is not safe.") : [];
  });
