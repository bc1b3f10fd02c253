import { posix } from "node:path";
import type { JsonSchema } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";
import { pathOfPointer, valueAt } from "../json-path.ts";
import { mapRecord } from "../map-values.ts";

/** Gives the parsed content of a file; undefined: there is no such file. */
export type ReadJson = (path: string) => unknown;

// What stands below these is data: a `$ref` in there is a value, not a reference.
const dataKeywords = new Set(["enum", "const", "default", "examples"]);
// What stands below these is a name → schema map: a name may be spelled like a keyword.
const mapKeywords = new Set(["properties", "patternProperties", "dependencies"]);
// What nothing refers to any more once every reference is written out, and what only a whole document may say.
const droppedKeywords = new Set(["$schema", "$id", "definitions", "$defs"]);

/**
 * Writes every `$ref` of a schema out, so that one self-contained draft-07 schema remains (decisions 28).
 * `file` is the path of the file that the schema stands in: references are relative to it, with a JSON pointer
 * (RFC 6901) behind the `#`. As draft-07 says, what stands beside a `$ref` does not count.
 * Throws where a file or pointer is missing or a schema contains itself; the message names file and pointer.
 */
export function bundleSchema(schema: unknown, file: string, read: ReadJson): JsonSchema {
  return inline(schema, { file, read, trail: [] }) as JsonSchema;
}

interface Place {
  file: string;
  read: ReadJson;
  /** The references that led here, outermost first. */
  trail: readonly string[];
}

function inline(schema: unknown, place: Place): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inline(item, place));
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === "string") return follow(schema.$ref, place);
  const kept = Object.entries(schema).filter(([keyword]) => !droppedKeywords.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (dataKeywords.has(keyword)) return [keyword, value];
      if (!mapKeywords.has(keyword) || !isObject(value)) return [keyword, inline(value, place)];
      return [keyword, mapRecord(value, (inner) => inline(inner, place))];
    }),
  );
}

/** The file that a `$ref` of a file leads to, and the pointer within it. */
export function readReference(reference: string, from: string): { file: string; pointer: string } {
  const [path = "", pointer = ""] = reference.split("#", 2);
  return { file: path === "" ? from : posix.join(posix.dirname(from), path), pointer };
}

function follow(reference: string, place: Place): unknown {
  const { file, pointer } = readReference(reference, place.file);
  const target = `${file}#${pointer}`;
  const from = place.trail.at(-1) ?? place.file;
  if (place.trail.includes(target)) {
    throw new Error(`${target} contains itself: ${[...place.trail, target].join(" → ")}`);
  }
  const document = place.read(file);
  if (document === undefined) throw new Error(`${from} refers to ${target}, but there is no file ${file}`);
  const isPointer = pointer === "" || pointer.startsWith("/");
  const value = isPointer ? valueAt(document, pathOfPointer(pointer)) : undefined;
  if (value === undefined) throw new Error(`${from} refers to ${target}, but ${file} has no ${pointer}`);
  return inline(value, { file, read: place.read, trail: [...place.trail, target] });
}
