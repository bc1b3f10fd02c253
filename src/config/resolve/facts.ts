import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import type { When } from "../../shared/matches.ts";
import type { JsonPath } from "../json-path.ts";
import { nearest } from "../nearest.ts";

/** What the contracts say about a fact. */
export interface Fact {
  /** The schemas that its value may have. */
  alternatives: JsonSchema[];
  /** It can be missing (or null, which never matches either). */
  optional: boolean;
}

/** The schemas that a schema offers: itself, or what `anyOf` and `oneOf` list. */
export function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const choice = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  return choice === undefined ? [schema] : choice.flatMap(alternativesOf);
}

/** Name → schema of the properties of an object; of several alternatives all of them. */
export function propertiesOf(schema: JsonSchema | undefined): Map<string, JsonSchema> {
  const alternatives = schema === undefined ? [] : alternativesOf(schema);
  return new Map(
    alternatives.flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Record<string, JsonSchema>),
    ),
  );
}

/** Names that an object must have. */
export function requiredOf(schema: JsonSchema | undefined): string[] {
  return (schema?.required as string[] | undefined) ?? [];
}

/** What is known of a dotted name below a schema; undefined: the contracts do not have it. */
export function factAt(schema: JsonSchema, name: string): Fact | undefined {
  let fact: Fact = { alternatives: alternativesOf(schema), optional: false };
  for (const part of name.split(".")) {
    const found = fact.alternatives.flatMap((alternative) => {
      const property = propertiesOf(alternative).get(part);
      return property === undefined ? [] : [{ property, required: requiredOf(alternative).includes(part) }];
    });
    if (found.length === 0) return undefined;
    const alternatives = found.flatMap(({ property }) => alternativesOf(property));
    const everywhere = found.length === fact.alternatives.length && found.every(({ required }) => required);
    fact = { alternatives, optional: fact.optional || !everywhere || alternatives.some(isNullable) };
  }
  return fact;
}

/** What a call takes, in its query or its body: name → schema. */
export function inputsOf(contract: CallContract | undefined): Map<string, JsonSchema> {
  return new Map([...Object.entries(contract?.query ?? {}), ...propertiesOf(contract?.body)]);
}

/** Every dotted name below a schema, for suggestions. */
export function factNames(schema: JsonSchema, prefix = ""): string[] {
  return [...propertiesOf(schema)].flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...factNames(inner, `${prefix}${name}.`),
  ]);
}

/** Says whether a value can ever be that of a fact. */
export function allows({ alternatives }: Fact, value: unknown): boolean {
  return alternatives.some((schema) => {
    const listed = listedValues(schema);
    return listed === undefined ? hasType(schema, value) : listed.includes(value);
  });
}

/** What is wrong with a value that a condition asks for: its place within the condition, and a sentence. */
export interface WrongWanted {
  path: JsonPath;
  message: string;
  suggestion: string | undefined;
}

/** Values in a condition that its fact never has, and a list of all that it can have, which asks nothing. */
export function wrongWanted(name: string, fact: Fact, wanted: unknown): WrongWanted[] {
  const known = valuesOfFact(fact);
  const values = Array.isArray(wanted)
    ? wanted.map((value: unknown, index) => ({ value, path: [name, index] }))
    : [{ value: wanted, path: [name] }];
  const never = values
    .filter(({ value }) => !allows(fact, value))
    .map(({ value, path }) => {
      const texts = known?.filter((each) => typeof each === "string") ?? [];
      const other = known?.find((each) => typeof each !== "string" && isSpelt(value, each));
      const hint = other === undefined ? "" : ` Write ${other} without quotes.`;
      const message = `"${name}" is never ${JSON.stringify(value)}.${hint}`;
      return { path, message, suggestion: nearest(String(value), texts) };
    });
  if (never.length > 0 || !Array.isArray(wanted) || !isSettled(name, fact)) return never;
  const isAll = known?.every((value) => wanted.includes(value)) ?? false;
  const message = `"${name}" is always one of these, so this asks nothing: leave it out.`;
  return isAll ? [{ path: [name], message, suggestion: undefined }] : [];
}

/**
 * Where a condition does not ask a fact for a value: below its own path. Undefined: it does, or other rules tell what is
 * wrong with it.
 */
export function unasked(when: When, fact: string, value: unknown, facts: JsonSchema): JsonPath | undefined {
  const isWrong = Object.entries(when).some(([name, wanted]) => {
    const known = factAt(facts, name);
    return known === undefined || wrongWanted(name, known, wanted).length > 0;
  });
  if (isWrong || [when[fact]].flat().every((one) => one === value)) return undefined;
  return Object.hasOwn(when, fact) ? [fact] : [];
}

/** Says whether two conditions never hold together: they ask one fact for different values. */
export function excludes(one: When | undefined = {}, other: When | undefined = {}): boolean {
  return Object.entries(one).some(([name, wanted]) => {
    const [own, others] = [wanted, other[name]].map((value) => (Array.isArray(value) ? value : [value]));
    return Object.hasOwn(other, name) && own?.every((value) => !others?.includes(value));
  });
}

function isSpelt(text: unknown, value: unknown): boolean {
  return typeof text === "string" && text.toLowerCase() === String(value);
}

/** It has a value wherever it is asked for. Outcomes are written out so that a new one is missed; a form begins empty. */
function isSettled(name: string, { optional }: Fact): boolean {
  return !optional && name !== "outcome" && !name.startsWith("form.");
}

/** All values that a fact can have, where they are few; undefined: too many to list. */
export function valuesOfFact({ alternatives }: Fact): unknown[] | undefined {
  const lists = alternatives.filter((schema) => schema.type !== "null").map(listedValues);
  return lists.some((list) => list === undefined)
    ? undefined
    : [...new Set(lists.flatMap((list) => list ?? []))];
}

/** The same of a dotted name below a schema; undefined too where the contracts do not have it. */
export function valuesAt(schema: JsonSchema, name: string): unknown[] | undefined {
  const fact = factAt(schema, name);
  return fact && valuesOfFact(fact);
}

const outcomesKnown = new WeakMap<CallContract, readonly string[]>();

/** The outcomes of a call, where its contract lists them; none of no call. */
export function outcomesOf(contract: CallContract | undefined): readonly string[] {
  if (contract === undefined) return [];
  const outcomes =
    outcomesKnown.get(contract) ?? (valuesAt(contract.answer ?? {}, "outcome") ?? []).map(String);
  outcomesKnown.set(contract, outcomes);
  return outcomes;
}

function listedValues(schema: JsonSchema): unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if ("const" in schema) return [schema.const];
  return schema.type === "boolean" ? [true, false] : undefined;
}

function typesOf({ type }: JsonSchema): unknown[] {
  return Array.isArray(type) ? type : [type];
}

function isNullable(schema: JsonSchema): boolean {
  return typesOf(schema).includes("null");
}

function hasType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  if (schema.type === undefined) return true;
  return types.includes(typeof value) || (typeof value === "number" && types.includes("integer"));
}
