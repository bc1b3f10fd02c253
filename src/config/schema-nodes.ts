import type { JsonSchema } from "../shared/contract.ts";
import type { JsonPath } from "./located-json.ts";

/** A schema within a schema, with its place in the file. */
export interface SchemaNode {
  schema: JsonSchema;
  path: JsonPath;
}

const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const lists = ["anyOf", "oneOf", "allOf"];
const named = ["properties", "patternProperties", "definitions", "$defs"];

/** The schema and every schema below it, references not followed. */
export function schemaNodes(schema: unknown, path: JsonPath): SchemaNode[] {
  if (!isObject(schema)) return [];
  const inner = (value: unknown, ...keys: (string | number)[]) => schemaNodes(value, [...path, ...keys]);
  return [
    { schema, path },
    ...single.flatMap((key) => inner(schema[key], key)),
    ...lists.flatMap((key) => listOf(schema[key]).flatMap((value, index) => inner(value, key, index))),
    ...named.flatMap((key) => entriesOf(schema[key]).flatMap(([name, value]) => inner(value, key, name))),
  ];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
