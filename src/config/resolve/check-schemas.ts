import { posix } from "node:path";
import { isObject } from "../../shared/is-object.ts";
import { type Fault, type Finding, foundBy } from "../finding.ts";
import { pathOfPointer, valueAt } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import type { Documents } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { innerSchemas, inputNodes, type SchemaNode, schemaNodes } from "../read/schema-nodes.ts";
import { readReference } from "./bundle-schema.ts";
import { impossibleBounds } from "./impossible-bounds.ts";

/** Keywords of draft-07 that contracts, entities and forms use; `$data` is only for forms (decisions 28). */
const keywords = [
  "$schema",
  "$ref",
  "$id",
  "title",
  "description",
  "default",
  "examples",
  "type",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
  "properties",
  "patternProperties",
  "additionalProperties",
  "propertyNames",
  "required",
  "minProperties",
  "maxProperties",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "definitions",
];

/**
 * What is wrong within the schemas of contracts, entities and forms: unknown keywords, references that lead nowhere
 * or in a circle, required names without a property, bounds that nothing can meet, schemas that say nothing. Runs before
 * the references are written out.
 */
export function checkSchemas(documents: Documents): Finding[] {
  const placed = schemaFiles(documents);
  const files = new Map(placed.map(([document]) => [document.file, document]));
  return placed.flatMap(([document, nodes]) =>
    nodes.flatMap((node) => [
      ...foundBy("schema-keyword", unknownKeywords(document, node)),
      ...foundBy("schema-required", missingProperties(document, node)),
      ...foundBy("schema-bound", impossibleBounds(document, node)),
      ...foundBy("schema-reference", brokenReference(document, node, files)),
      ...foundBy("schema-wordless", wordlessSchemas(document, node)),
    ]),
  );
}

function schemaFiles({ calls, entities, forms }: Documents): [LocatedJson, SchemaNode[]][] {
  return [
    ...[...calls.values()].map((document): [LocatedJson, SchemaNode[]] => [
      document,
      [...inputNodes(document.value), ...schemaNodes(document.value.answer, ["answer"])],
    ]),
    ...[...entities.values()].map((document): [LocatedJson, SchemaNode[]] => [
      document,
      schemaNodes(document.value, []),
    ]),
    ...[...forms.values()].map((document): [LocatedJson, SchemaNode[]] => [
      document,
      schemaNodes(document.value.schema, ["schema"]),
    ]),
  ];
}

function unknownKeywords(document: LocatedJson, { schema, path }: SchemaNode): Fault[] {
  return Object.keys(schema)
    .filter((keyword) => !keywords.includes(keyword))
    .map((keyword) =>
      document.atKey(
        [...path, keyword],
        `"${keyword}" is no keyword of draft-07.`,
        nearest(keyword, keywords),
      ),
    );
}

function missingProperties(document: LocatedJson, { schema, path }: SchemaNode): Fault[] {
  const { properties, required } = schema;
  if (!Array.isArray(required) || typeof properties !== "object" || properties === null) return [];
  return required.flatMap((name, index) =>
    Object.hasOwn(properties, name)
      ? []
      : [
          document.at(
            [...path, "required", index],
            `"${name}" is required but is no property.`,
            nearest(String(name), Object.keys(properties)),
          ),
        ],
  );
}

function wordlessSchemas(document: LocatedJson, { schema, path }: SchemaNode): Fault[] {
  return innerSchemas(schema)
    .filter(({ value, keys }) => typeof value === "boolean" && keys[0] !== "additionalProperties")
    .map(({ value, keys }) =>
      document.at([...path, ...keys], `${value} does not say what stands here: name its type.`),
    );
}

function brokenReference(
  document: LocatedJson,
  { schema, path }: SchemaNode,
  files: ReadonlyMap<string, LocatedJson>,
): Fault[] {
  if (typeof schema.$ref !== "string") return [];
  const at = (message: string, suggestion?: string) => [document.at([...path, "$ref"], message, suggestion)];
  const target = followReference(document.file, schema.$ref, files);
  if (target !== undefined) {
    return isCircular(target, files) ? at(`"${schema.$ref}" leads in a circle.`) : [];
  }
  const folder = posix.dirname(document.file);
  const known = [...files.keys()].map((file) => posix.relative(folder, file));
  return at(`"${schema.$ref}" leads nowhere.`, nearest(schema.$ref, known));
}

interface Target {
  file: string;
  value: unknown;
}

function followReference(
  from: string,
  reference: string,
  files: ReadonlyMap<string, LocatedJson>,
): Target | undefined {
  const { file, pointer } = readReference(reference, from);
  // A whole call or form is no schema, and a pointer begins with a slash (RFC 6901).
  const isSchema = pointer === "" ? file.startsWith("schemas/entities/") : pointer.startsWith("/");
  if (!isSchema) return undefined;
  const value = valueAt(files.get(file)?.value, pathOfPointer(pointer));
  return isObject(value) ? { file, value } : undefined;
}

/** Says whether writing a reference out would never end: a schema on the way contains itself. */
function isCircular(
  target: Target,
  files: ReadonlyMap<string, LocatedJson>,
  way: readonly unknown[] = [],
): boolean {
  if (way.includes(target.value)) return true;
  return schemaNodes(target.value, []).some(({ schema }) => {
    const next =
      typeof schema.$ref === "string" ? followReference(target.file, schema.$ref, files) : undefined;
    return next !== undefined && isCircular(next, files, [...way, target.value]);
  });
}
