import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";
import type { JsonPath } from "../json-path.ts";

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
  return [
    { schema, path },
    ...innerSchemas(schema).flatMap(({ value, keys }) => schemaNodes(value, [...path, ...keys])),
  ];
}

/** Every schema of what a call takes: of its parameters and its body. */
export function inputNodes({ query = {}, body }: Pick<CallContract, "query" | "body">): SchemaNode[] {
  const parameters = Object.entries(query).flatMap(([name, schema]) => schemaNodes(schema, ["query", name]));
  return [...parameters, ...schemaNodes(body, ["body"])];
}

/** What stands in a schema where a schema may stand, and the keys that lead there. */
export function innerSchemas(schema: JsonSchema): { value: unknown; keys: JsonPath }[] {
  return [
    ...single.filter((key) => key in schema).map((key) => ({ value: schema[key], keys: [key] })),
    ...lists.flatMap((key) => listOf(schema[key]).map((value, index) => ({ value, keys: [key, index] }))),
    ...named.flatMap((key) => entriesOf(schema[key]).map(([name, value]) => ({ value, keys: [key, name] }))),
  ];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
