import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import type { JsonSchema } from "../shared/contract.ts";
import { schemaNodes } from "./read/schema-nodes.ts";
import { propertiesOf } from "./resolve/facts.ts";

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

test.each(ofFiles)(
  "every example in %s is allowed by the schema that shows it",
  (file, schema: JsonSchema) => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ["names", "texts"]) {
      const path = `src/generated/${name}.schema.json`;
      ajv.addSchema({ ...JSON.parse(readFileSync(path, "utf8")), $id: `root:/${path}` });
    }
    for (const { schema: node, path } of schemaNodes(schema, [])) {
      if (!Array.isArray(node.examples)) continue;
      const $id = `root:/${folder}/${file}?${path.join("/")}`;
      const validate = ajv.compile({ ...node, definitions: schema.definitions, $id });
      for (const example of node.examples) {
        validate(example);
        expect(validate.errors, `${path.join("/")}: ${JSON.stringify(example)}`).toBeNull();
      }
    }
  },
);

test.each(schemas)(
  "every value that %s describes to an editor is one of its list",
  (_, schema: JsonSchema) => {
    for (const { schema: node } of schemaNodes(schema, [])) {
      if (node.enumDescriptions !== undefined)
        expect(node.enumDescriptions).toHaveLength((node.enum as []).length);
    }
  },
);

function target(root: JsonSchema, { $ref }: JsonSchema): JsonSchema {
  const name = typeof $ref === "string" ? /^#\/definitions\/(\w+)$/.exec($ref)?.[1] : undefined;
  const definitions = root.definitions as Record<string, JsonSchema> | undefined;
  return (name === undefined ? undefined : definitions?.[name]) ?? {};
}
