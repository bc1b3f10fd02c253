import equal from "fast-deep-equal";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { alternativesOf, propertiesOf, requiredOf } from "../facts.ts";
import { valueDifferences } from "./value-words.ts";

/** A property anywhere in a schema. */
interface Property {
  schema: JsonSchema;
  required: boolean;
}

/** Bounds → whether a larger one takes less than before. */
const bounds: Record<string, boolean> = {
  minLength: true,
  minimum: true,
  minItems: true,
  maxLength: false,
  maximum: false,
  maxItems: false,
};

/** A difference of a contract in words; `breaks`: a client that was written for the old one does not survive it. */
export interface CallDifference {
  words: string;
  breaks: boolean;
}

const told = (words: string, breaks = false): CallDifference => ({ words, breaks });

/** What is different in a contract, each with whether a client that was written for the old one still works. */
export function callDifferences(before: CallContract, after: CallContract): CallDifference[] {
  const shape = ({
    query: _,
    body: __,
    answer: ___,
    summary: ____,
    description: _____,
    ...flags
  }: CallContract) => flags;
  const asObject = (properties: CallContract["query"]): JsonSchema => ({ properties: properties ?? {} });
  const flags = valueDifferences(shape(before), shape(after));
  return [
    ...flags.map(({ words }) => told(words, /^(method|access|kind|content)\b/.test(words))),
    ...given(asObject(before.query), asObject(after.query), "query"),
    ...given(before.body, after.body, "body"),
    ...answered(before.answer, after.answer),
  ];
}

/** Of what a client sends: less taken than before breaks it. */
function given(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  part: string,
): CallDifference[] {
  const [old, now] = [properties(before, part), properties(after, part)];
  return names(old, now).flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined)
      return [is?.required ? told(`${name} is new and required`, true) : told(`${name} is new`)];
    if (is === undefined) return [told(`${name} is no longer taken`, true)];
    const required =
      was.required === is.required
        ? []
        : [is.required ? told(`${name} is now required`, true) : told(`${name} may now be left out`)];
    return [...required, ...keywordWords(was.schema, is.schema, name, isNarrower)];
  });
}

/** Of what a client is told: what is gone or can be missing breaks it. */
function answered(before: JsonSchema | undefined, after: JsonSchema | undefined): CallDifference[] {
  const [old, now] = [properties(before, "answer"), properties(after, "answer")];
  return names(old, now).flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined) return [told(`${name} is new`)];
    if (is === undefined) return [told(`${name} is no longer given`, true)];
    const required =
      was.required === is.required
        ? []
        : [is.required ? told(`${name} is now always given`) : told(`${name} can now be missing`, true)];
    const isUnknown = (keyword: string, from: unknown, to: unknown) =>
      keyword === "type" || (keyword === "enum" && missing(to, from).length > 0);
    return [...required, ...keywordWords(was.schema, is.schema, name, isUnknown)];
  });
}

function isNarrower(keyword: string, from: unknown, to: unknown): boolean {
  if (keyword === "enum") return to !== undefined && (from === undefined || missing(from, to).length > 0);
  const grows = bounds[keyword];
  if (grows === undefined)
    return ["type", "pattern", "format", "const"].includes(keyword) && to !== undefined;
  if (to === undefined) return false;
  return from === undefined || (grows ? Number(to) > Number(from) : Number(to) < Number(from));
}

function missing(from: unknown, to: unknown): unknown[] {
  const kept = Array.isArray(to) ? to : [];
  return Array.isArray(from) ? from.filter((value) => !kept.includes(value)) : [];
}

// What says nothing of what is taken or given, and what stands as properties of their own.
const silent = [
  "description",
  "title",
  "examples",
  "default",
  "properties",
  "required",
  "items",
  "anyOf",
  "oneOf",
  "additionalProperties",
];

function keywordWords(
  before: JsonSchema,
  after: JsonSchema,
  name: string,
  isBreaking: (keyword: string, from: unknown, to: unknown) => boolean,
): CallDifference[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords
    .filter((keyword) => !silent.includes(keyword) && !equal(before[keyword], after[keyword]))
    .flatMap((keyword) => {
      const [from, to] = [before[keyword], after[keyword]];
      const [difference] = valueDifferences({ [keyword]: from }, { [keyword]: to });
      return [told(`${name}: ${difference?.words}`, isBreaking(keyword, from, to))];
    });
}

function names(before: ReadonlyMap<string, Property>, after: ReadonlyMap<string, Property>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}

/** Dotted name → property, items of a list as `name[]`. */
function properties(schema: JsonSchema | undefined, prefix: string): Map<string, Property> {
  const found = new Map<string, Property>();
  const required = schema === undefined ? [] : alternativesOf(schema).map(requiredOf);
  for (const [name, inner] of propertiesOf(schema)) {
    const path = `${prefix}.${name}`;
    found.set(path, { schema: inner, required: required.every((list) => list.includes(name)) });
    const [items] = alternativesOf(inner).flatMap((each) =>
      each.items === undefined ? [] : [each.items as JsonSchema],
    );
    const below = [...properties(inner, path), ...properties(items, `${path}[]`)];
    for (const [key, property] of below) found.set(key, property);
  }
  return found;
}
