import { schemaNodes } from "../schema-nodes.ts";
import type { Rule } from "./rule.ts";

/** Every body refuses unknown fields, and every text that a call takes has a bound (security IV-2). */
export const boundedBody: Rule = ({ calls, contracts }) =>
  [...calls].flatMap(([name, call]) => {
    const { body, query } = contracts.get(name) ?? {};
    const taken = [
      ...schemaNodes(body, ["body"]),
      ...Object.entries(query ?? {}).flatMap(([parameter, schema]) =>
        schemaNodes(schema, ["query", parameter]),
      ),
    ];
    return taken.flatMap(({ schema, path }) => {
      const types = [schema.type].flat();
      if (types.includes("object") && schema.additionalProperties !== false) {
        return [
          call.at(
            path,
            "bounded-body",
            `This object must refuse unknown fields: "additionalProperties": false.`,
          ),
        ];
      }
      const bounded = ["maxLength", "enum", "const"].some((keyword) => keyword in schema);
      return types.includes("string") && !bounded
        ? [call.at(path, "bounded-body", `This text needs a bound: "maxLength" is missing.`)]
        : [];
    });
  });
