import equal from "fast-deep-equal";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";
import { alternativesOf, propertiesOf, requiredOf } from "../resolve/facts.ts";
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
    ...answerDifferences(before.answer, after.answer),
  ];
}

/** Of what a client sends: less taken than before breaks it. */
function given(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  part: string,
): CallDifference[] {
  return differences(before, after, part, (was, is, name) => {
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
export function answerDifferences(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): CallDifference[] {
  return differences(before, after, "answer", (was, is, name) => {
    if (was === undefined) return [told(`${name} is new`)];
    if (is === undefined) return [told(`${name} is no longer given`, true)];
    const required =
      was.required === is.required
        ? []
        : [is.required ? told(`${name} is now always given`) : told(`${name} can now be missing`, true)];
    return [...required, ...keywordWords(was.schema, is.schema, name, isUnknown)];
  });
}

/** What `compare` says of each property of either, but of none that comes or goes with what holds it. */
function differences(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  part: string,
  compare: (was: Property | undefined, is: Property | undefined, name: string) => CallDifference[],
): CallDifference[] {
  const [old, now] = [properties(before, part), properties(after, part)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => name === part || [old, now].every((side) => side.has(name) || side.has(holderOf(name))))
    .flatMap((name) => compare(old.get(name), now.get(name), name));
}

function holderOf(name: string): string {
  return name.replace(/(\.[^.]*|\[\])$/, "");
}

function isNarrower(keyword: string, from: unknown, to: unknown): boolean {
  if (isChoice(keyword)) return to !== undefined && (from === undefined || missing(from, to).length > 0);
  const grows = bounds[keyword];
  if (grows === undefined) return ["pattern", "format", "const"].includes(keyword) && to !== undefined;
  if (to === undefined) return false;
  return from === undefined || (grows ? Number(to) > Number(from) : Number(to) < Number(from));
}

function isUnknown(keyword: string, from: unknown, to: unknown): boolean {
  return isChoice(keyword) && from !== undefined && (to === undefined || missing(to, from).length > 0);
}

function isChoice(keyword: string): boolean {
  return keyword === "type" || keyword === "enum";
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

/** Dotted name → property, what a list holds as `name[]`, what an object with any names does as `name.*`. */
function properties(schema: JsonSchema | undefined, name: string): Map<string, Property> {
  return new Map(schema === undefined ? [] : propertiesFrom(schema, name, true));
}

function propertiesFrom(schema: JsonSchema, name: string, required: boolean): [string, Property][] {
  const own = asOne(schema);
  const shapes = alternativesOf(schema).filter((shape) => isObject(shape.properties));
  const isRequired = (key: string) => shapes.every((shape) => requiredOf(shape).includes(key));
  const held = [...propertiesOf(schema)].flatMap(([key, inner]) =>
    propertiesFrom(inner, `${name}.${key}`, isRequired(key)),
  );
  const each = (inner: unknown, named: string) => (isObject(inner) ? propertiesFrom(inner, named, true) : []);
  const { items, additionalProperties: others } = own;
  return [
    [name, { schema: own, required }],
    ...held,
    ...each(items, `${name}[]`),
    ...each(others, `${name}.*`),
  ];
}

/** A choice of schemas as one that has the types of all, mostly those of an object and null. */
function asOne(schema: JsonSchema): JsonSchema {
  const alternatives = alternativesOf(schema);
  const types = [...new Set(alternatives.flatMap(({ type }) => (type === undefined ? [] : type)))];
  return { ...Object.assign({}, ...alternatives), type: types.length > 0 ? types : undefined };
}
