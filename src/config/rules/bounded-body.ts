import { inputNodes } from "../schema-nodes.ts";
import type { Rule } from "./rule.ts";

/** Keywords that say what a value is; alternatives say it each for itself. */
const kinds = ["type", "enum", "const", "anyOf", "oneOf", "allOf"];

export const boundedBody: Rule = {
  id: "bounded-body",
  stops: true,
  finds:
    "A body that takes unknown fields, a text of a body or query without a longest length, or what names no type there.",
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
        if (!kinds.some((keyword) => keyword in schema))
          return [call.at(path, `This takes anything: "type" is missing.`)];
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
