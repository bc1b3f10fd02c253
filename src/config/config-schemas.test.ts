import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonSchema } from "../shared/contract.ts";
import { propertiesOf } from "./facts.ts";
import { locateJson } from "./located-json.ts";
import { schemaNodes } from "./schema-nodes.ts";
import { checkShape, compileShape } from "./shape.ts";

const folder = "schemas/config";
const schemas = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))] as const,
);

test.each(schemas)(
  "every key of %s explains itself to an editor, with an example",
  (_, schema: JsonSchema) => {
    const silent = schemaNodes(schema, []).flatMap(({ schema: node, path }) =>
      [...propertiesOf({ properties: node.properties })]
        .map(([name, property]) => ({
          place: [...path, name].join("/"),
          told: { ...target(schema, property), ...property },
        }))
        .filter(({ told }) => told.description === undefined || told.examples === undefined)
        .map(({ place }) => place),
    );
    expect(silent).toEqual([]);
  },
);

// What stands in the environment is text, whatever it is read as.
const ofFiles = schemas.filter(([file]) => file !== "environment.schema.json");

test.each(ofFiles)("every example in %s is allowed by the schema that shows it", (_, schema: JsonSchema) => {
  for (const { schema: node, path } of schemaNodes(schema, [])) {
    for (const example of Array.isArray(node.examples) ? node.examples : []) {
      const validate = compileShape({ ...node, examples: undefined, definitions: schema.definitions });
      const { document } = locateJson(path.join("/"), JSON.stringify(example));
      expect(document && checkShape(document, validate)).toEqual([]);
    }
  }
});

function target(root: JsonSchema, { $ref }: JsonSchema): JsonSchema {
  const name = typeof $ref === "string" ? /^#\/definitions\/(\w+)$/.exec($ref)?.[1] : undefined;
  const definitions = root.definitions as Record<string, JsonSchema> | undefined;
  return (name === undefined ? undefined : definitions?.[name]) ?? {};
}
