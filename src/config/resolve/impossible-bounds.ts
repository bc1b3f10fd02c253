import { fastFormats } from "ajv-formats/dist/formats.js";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import type { LocatedJson } from "../read/located-json.ts";
import type { SchemaNode } from "../read/schema-nodes.ts";
import { compileAnswer } from "../read/shape.ts";

const ranges = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Bounds of a schema that no value meets, or that cannot be read at all. */
export function impossibleBounds(document: LocatedJson, { schema, path }: SchemaNode): Fault[] {
  const at = (key: string, message: string, meant?: string) => [document.at([...path, key], message, meant)];
  return [
    ...ranges.flatMap(([lower, upper]) =>
      isAbove(schema[lower], schema[upper])
        ? [lower, upper].flatMap((key) =>
            at(key, `Nothing is as much as ${schema[lower]} and no more than ${schema[upper]}.`),
          )
        : [],
    ),
    ...(schema.maxLength === 0 ? at("maxLength", "Only an empty text is as short as this.") : []),
    ...unreadable(schema, at),
    ...refusedValues(schema, at),
    ...deadValues(schema).map(({ value, index }) =>
      document.at(
        [...path, "enum", index],
        `${JSON.stringify(value)} is listed, and the rest of its schema refuses it.`,
      ),
    ),
  ];
}

type At = (key: string, message: string, meant?: string) => Fault[];

function unreadable({ format, pattern }: JsonSchema, at: At): Fault[] {
  const formats = Object.keys(fastFormats);
  const unknown = typeof format === "string" && !formats.includes(format);
  return [
    ...(unknown ? at("format", `There is no format "${format}".`, nearest(format, formats)) : []),
    ...(typeof pattern === "string" && !isExpression(pattern)
      ? at("pattern", `"${pattern}" is no regular expression.`)
      : []),
  ];
}

/** Keyword that names a value → what is said where the rest of its schema refuses it. */
const refused = {
  default: "is not allowed by the schema whose default it is",
  const: "is the only value, and the rest of its schema refuses it",
};

function refusedValues(schema: JsonSchema, at: At): Fault[] {
  return Object.entries(refused).flatMap(([key, said]) => {
    const value = schema[key];
    if (value === undefined || compileAnswer(schema)?.(value) !== false) return [];
    return at(key, `${JSON.stringify(value)} ${said}.`);
  });
}

// Nothing of these narrows a list of values; compiling takes longer than all the rest.
const idle = ["enum", "type", "title", "description", "default", "examples"];

function deadValues(schema: JsonSchema): { value: unknown; index: number }[] {
  if (!Array.isArray(schema.enum)) return [];
  const values = schema.enum.map((value: unknown, index) => ({ value, index }));
  const isPlain =
    Object.keys(schema).every((keyword) => idle.includes(keyword)) &&
    values.every(({ value }) => schema.type === undefined || typeof value === schema.type);
  const validate = isPlain ? undefined : compileAnswer(schema);
  return validate === undefined ? [] : values.filter(({ value }) => !validate(value));
}

function isAbove(lower: unknown, upper: unknown): boolean {
  return typeof lower === "number" && typeof upper === "number" && lower > upper;
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
