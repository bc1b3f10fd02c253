import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonSchema } from "../../shared/contract.ts";
import { type Finding, foundBy } from "../finding.ts";
import { pathOfPointer, valueAt } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import type { LocatedJson } from "./located-json.ts";
import { schemaNodes } from "./schema-nodes.ts";

const strict = {
  allowUnionTypes: true,
  strictTypes: true,
  // Formats are checked where the values are used: the environment's schema has some of its own.
  validateFormats: false,
  // Not left to `compile`, which tells no place.
  validateSchema: false,
  // Takes longer than it saves.
  code: { optimize: false },
  allErrors: true,
  verbose: true,
};

/** Compiles a schema of `schemas/config/`; throws where the schema itself is wrong. */
export const compileShape = keptBySchema((schema) => {
  if (judge.validateSchema(schema) !== true) throw new SchemaError(judge.errors ?? []);
  return compileSound(schema);
});

/** Compiles one that is known to be well: to judge it as well is a twentieth of a start. */
export const compileSound = keptBySchema((schema) => {
  const ajv = new Ajv(strict);
  // The vocabulary is for editors alone.
  ajv.addVocabulary(["enumDescriptions"]);
  return ajv.compile(schema);
});

/** Compiles the schema of an answer; undefined where it is no usable one. */
export const compileAnswer = keptBySchema(tryToCompile);

/** Compiling takes longer than all checks together, and a watched folder is read again and again. */
function keptBySchema<Made>(compile: (schema: JsonSchema) => Made): (schema: JsonSchema) => Made {
  const kept = new Map<string, { made: Made }>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const { made } = kept.get(key) ?? { made: compile(schema) };
    if (kept.size > 500) kept.clear();
    kept.set(key, { made });
    return made;
  };
}

/** Judges schemas; kept, because what schemas are held against takes ten times as long to compile as most of them. */
const judge = new Ajv(strict);

/** A schema that is none itself. */
class SchemaError extends Error {
  readonly errors: ErrorObject[];

  constructor(errors: ErrorObject[]) {
    super("This is no schema.");
    this.errors = errors;
  }
}

/** Why a document of `schemas/config/` cannot be compiled. */
export function schemaFindings(document: LocatedJson, error: unknown): Finding[] {
  if (error instanceof SchemaError)
    return shapeFindings(document, error.errors).map((finding) => ({ ...finding, rule: "wrong-schema" }));
  const reason = error instanceof Error ? error.message : String(error);
  // The compiler names what it stopped at, not where it stands.
  const [, stop] = /(?:unknown keyword: "|can't resolve reference )([^\s"]+)/.exec(reason) ?? [];
  const node = schemaNodes(document.value, []).find(
    ({ schema }) => stop !== undefined && (Object.hasOwn(schema, stop) || schema.$ref === stop),
  );
  const message = `This is no usable schema: ${reason.replace(/^strict mode: /, "")}.`;
  if (node === undefined || stop === undefined) return foundBy("wrong-schema", [document.at([], message)]);
  const key = Object.hasOwn(node.schema, stop) ? stop : "$ref";
  return foundBy("wrong-schema", [document.atKey([...node.path, key], message)]);
}

// What is wrong with the schema itself is for other rules to say.
const lenient = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  validateFormats: false,
  allErrors: true,
  verbose: true,
});

function tryToCompile(schema: JsonSchema): ValidateFunction | undefined {
  try {
    return lenient.compile(schema);
  } catch {
    return undefined;
  } finally {
    lenient.removeSchema(schema);
  }
}

/** What a document has that its schema does not allow, each with its place. */
export function checkShape(document: LocatedJson, validate: ValidateFunction): Finding[] {
  return validate(document.value) ? [] : shapeFindings(document, validate.errors ?? [], validate.schema);
}

function shapeFindings(document: LocatedJson, errors: ErrorObject[], whole?: unknown): Finding[] {
  return decisive(errors).map((error) => locate(document, error, errors, whole));
}

/** Keywords that only say that a branch of an `anyOf` was not the one that was meant. */
const kinds = ["type", "const", "enum"];

/** Leaves out the errors that follow from others: branches that were not meant, and the inner half of a wrong name. */
function decisive(errors: ErrorObject[]): ErrorObject[] {
  let kept = errors.filter(({ keyword, propertyName }) => keyword !== "if" && propertyName === undefined);
  for (const choice of errors.filter(({ keyword }) => keyword === "anyOf")) {
    const { instancePath } = choice;
    const isKind = (error: ErrorObject) =>
      error.instancePath === instancePath && kinds.includes(error.keyword);
    const meant = kept.some(
      (error) => error !== choice && !isKind(error) && isWithin(error.instancePath, instancePath),
    );
    kept = kept.filter((error) => !isKind(error) && !(meant && error === choice));
  }
  return kept;
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function locate(document: LocatedJson, error: ErrorObject, all: ErrorObject[], whole: unknown): Finding {
  const path = pathOfPointer(error.instancePath);
  const { params, parentSchema, data } = error;
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      const known = Object.keys(parentSchema?.properties ?? {});
      return {
        ...document.atKey([...path, name], `Unknown key "${name}".`, nearest(name, known)),
        rule: "unknown-key",
      };
    }
    case "propertyNames": {
      const name = String(params.propertyName);
      const rule = all.find(({ propertyName }) => propertyName === name);
      const wanted = rule?.parentSchema?.description ?? `it must match ${rule?.params.pattern}`;
      return {
        ...document.atKey([...path, name], `"${name}" is no name for this: ${wanted}.`),
        rule: "wrong-name",
      };
    }
    case "required":
      return { ...document.at(path, `"${params.missingProperty}" is missing.`), rule: "missing-key" };
    case "uniqueItems": {
      const { i, j } = params as { i: number; j: number };
      const again = Math.max(i, j);
      const message = `${shown((data as unknown[])[again])} is listed twice.`;
      return { ...document.at([...path, again], message), rule: "wrong-value" };
    }
    default:
      return { ...document.at(path, ...wrongValue(error, data, all, whole)), rule: "wrong-value" };
  }
}

/** The sentence about a value that is not allowed, and the nearest one that is. */
function wrongValue(
  error: ErrorObject,
  data: unknown,
  all: ErrorObject[],
  whole: unknown,
): [string, string | undefined] {
  const options =
    error.keyword === "anyOf"
      ? all.filter((each) => each.instancePath === error.instancePath && kinds.includes(each.keyword))
      : [error];
  const values = options.flatMap(({ keyword, params }) => {
    if (keyword === "enum") return params.allowedValues as unknown[];
    return keyword === "const" ? [params.allowedValue] : [];
  });
  const types = options
    .filter(({ keyword }) => keyword === "type")
    .flatMap(({ params }) => params.type as string);
  if (values.length + types.length > 0) {
    const allowed = [
      ...values.map((value) => JSON.stringify(value)),
      ...types.map((type) => typeWords[type] ?? type),
    ];
    const suggestion = typeof data === "string" ? nearest(data, values.map(String)) : undefined;
    return [`${shown(data)} is not allowed here: it must be ${allowed.join(" or ")}.`, suggestion];
  }
  const { description, examples } = describedBy(error, whole);
  const sentence = `${shown(data)} ${wordsFor(error)}.`;
  const example = examples?.[0] === undefined ? undefined : `For example: ${shown(examples[0])}.`;
  return [[sentence, description, example].filter((part) => part !== undefined).join(" "), undefined];
}

interface Described {
  description?: string;
  examples?: unknown[];
}

/** What a schema says of the value; where it says it of the list or the names around it only, that. */
function describedBy({ parentSchema, schemaPath }: ErrorObject, whole: unknown): Described {
  const own = (parentSchema ?? {}) as Described;
  const around = /^#(.*)\/(?:items|additionalProperties)\/\w+$/.exec(schemaPath)?.[1];
  if (own.description !== undefined || around === undefined) return own;
  return (valueAt(whole, pathOfPointer(around)) ?? own) as Described;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What JSON Schema calls a type, for people. */
const typeWords: Record<string, string> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object in braces",
};

/** How a value breaks a keyword with a limit, as the end of a sentence. */
const limitWords: Record<string, (limit: number) => string> = {
  minLength: (limit) => (limit === 1 ? "must not be empty" : `must have ${limit} characters or more`),
  maxLength: (limit) => `must have ${limit} characters or fewer`,
  minItems: (limit) => (limit === 1 ? "must not be empty" : `must list ${limit} or more`),
  maxItems: (limit) => `must list ${limit} or fewer`,
  minProperties: (limit) =>
    limit === 1 ? "says nothing: fill it in, or leave it out" : `must have ${limit} entries or more`,
  maxProperties: (limit) => `must have ${limit} entries or fewer`,
  minimum: (limit) => `must be ${limit} or more`,
  maximum: (limit) => `must be ${limit} or less`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
};

function wordsFor({ keyword, params }: ErrorObject): string {
  const words = limitWords[keyword];
  if (words !== undefined) return words(Number(params.limit));
  if (keyword === "multipleOf") return `must be a multiple of ${params.multipleOf}`;
  return keyword === "pattern" ? "does not look as it must" : "is not allowed here";
}
