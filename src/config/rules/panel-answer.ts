import type { JsonSchema } from "../../shared/contract.ts";
import { alternativesOf, propertiesOf, requiredOf } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const panelAnswer: Rule = {
  id: "panel-answer",
  stops: true,
  finds: "An answer that may come without what a panel, as it was compiled, takes to be always there.",
  why: "The page would fail. Whoever means it runs `npm run generate` and mends what the type checker finds. Not checked where the client's sources are not installed.",
  example: {
    file: "schemas/calls/Credentials.json",
    wrong: '"required": ["fresh", "offered", "allowed"]',
    right: '"required": ["items", "fresh", "offered", "allowed"]',
  },
  check: ({ calls, contracts, sources: { panels } }) => {
    const read = new Map([...(panels?.values() ?? [])].flatMap(({ reads }) => [...reads]));
    return [...read].flatMap(([name, properties]) => {
      const contract = contracts.get(name);
      if (contract === undefined) return [];
      const { answer = {} } = contract;
      return properties
        .filter((property) => !alternativesOf(answer).every((each) => isAlwaysIn(each, property)))
        .flatMap((property) => {
          const message = `A panel counts on "${property}" in every answer of "${name}".`;
          return calls.get(name)?.at(["answer", "required"], message) ?? [];
        });
    });
  },
};

/** What is no object by its own words may be anything. */
function isAlwaysIn(schema: JsonSchema, property: string): boolean {
  return (
    schema.type === "object" && requiredOf(schema).includes(property) && propertiesOf(schema).has(property)
  );
}
