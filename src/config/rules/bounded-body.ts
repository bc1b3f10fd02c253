import { inputNodes } from "../read/schema-nodes.ts";
import type { Rule } from "./rule.ts";

/** Keywords that say what a value is, by themselves or in their branches. */
const kinds = ["type", "enum", "const", "anyOf", "oneOf", "allOf"];
/** Keywords whose schemas only narrow a value that another one holds. */
const narrowing = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains", "propertyNames"];

export const boundedBody: Rule = {
  id: "bounded-body",
  stops: true,
  finds:
    "A body that takes unknown fields, a text of a body or query without a longest length, or a value of any type there.",
  why: "What a call takes must have an end, or anybody can fill the memory of the server.",
  example: {
    file: "schemas/calls/Recover.json",
    wrong: '"username": { "type": "string", "minLength": 1,',
    right: '"username": { "type": "string", "minLength": 1, "maxLength": 200,',
  },
  check: ({ calls, contracts }) =>
    [...calls].flatMap(([name, call]) =>
      inputNodes(contracts.get(name) ?? {}).flatMap(({ schema, path }) => {
        const types = [schema.type].flat();
        const narrows = path.some((key) => narrowing.includes(String(key)));
        if (!narrows && !kinds.some((keyword) => keyword in schema))
          return [call.at(path, `This takes anything: "type" is missing.`)];
        if (types.includes("array") && !("items" in schema))
          return [call.at(path, `This list takes anything: "items" is missing.`)];
        if (types.includes("object") && schema.additionalProperties !== false) {
          return [call.at(path, `This object must refuse unknown fields: "additionalProperties": false.`)];
        }
        const bounded = ["maxLength", "enum", "const"].some((keyword) => keyword in schema);
        return types.includes("string") && !bounded
          ? [call.at(path, `This text needs a bound: "maxLength" is missing.`)]
          : [];
      }),
    ),
};
