import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonSchema } from "../shared/contract.ts";
import type { Finding } from "./finding.ts";
import type { JsonPath, LocatedJson } from "./located-json.ts";
import { nearest } from "./nearest.ts";

// Formats are checked where the values are used: the environment's schema has some of its own.
const strict = { allowUnionTypes: true, strictTypes: true, validateFormats: false };

// Compiling takes longer than all checks together, and a watched folder is read again and again.
const compiled = new Map<string, ValidateFunction>();

/** Compiles a schema of `schemas/config/`; throws where the schema itself is wrong. */
export function compileShape(schema: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  const ready = compiled.get(key) ?? compileNew(schema);
  if (compiled.size > 100) compiled.clear();
  compiled.set(key, ready);
  return ready;
}

function compileNew(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv({ ...strict, validateSchema: false, allErrors: true, verbose: true });
  // The vocabulary is for editors alone.
  ajv.addVocabulary(["enumDescriptions"]);
  // Not left to `compile`, which tells no place.
  if (ajv.validateSchema(schema) !== true) throw new SchemaError(ajv.errors?.[0]);
  return ajv.compile(schema);
}

/** A schema that is none itself. */
class SchemaError extends Error {
  /** Where it is wrong. */
  readonly path: JsonPath;

  constructor(error: ErrorObject | undefined) {
    super(error?.message ?? "is wrong");
    this.path = pathOf(error?.instancePath ?? "");
  }
}

/** Why a document of `schemas/config/` cannot be compiled. */
export function schemaFinding(document: LocatedJson, error: unknown): Finding {
  const path = error instanceof SchemaError ? error.path : [];
  const reason = error instanceof Error ? error.message : String(error);
  return document.at(path, "wrong-schema", `This is no usable schema: ${reason}.`);
}

const answers = new WeakMap<JsonSchema, ValidateFunction | undefined>();

// What is wrong with the schema itself is for other rules to say.
const lenient = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  validateFormats: false,
  allErrors: true,
  verbose: true,
});

/** Compiles the schema of an answer; undefined where it is no usable one. */
export function compileAnswer(schema: JsonSchema): ValidateFunction | undefined {
  if (!answers.has(schema)) answers.set(schema, tryToCompile(schema));
  return answers.get(schema);
}

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
  if (validate(document.value)) return [];
  const errors = validate.errors ?? [];
  return decisive(errors).map((error) => locate(document, error, errors));
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

function locate(document: LocatedJson, error: ErrorObject, all: ErrorObject[]): Finding {
  const path = pathOf(error.instancePath);
  const { params, parentSchema, data } = error;
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      const known = Object.keys(parentSchema?.properties ?? {});
      return document.atKey([...path, name], "unknown-key", `Unknown key "${name}".`, nearest(name, known));
    }
    case "propertyNames": {
      const name = String(params.propertyName);
      const rule = all.find(({ propertyName }) => propertyName === name)?.params.pattern;
      return document.atKey(
        [...path, name],
        "wrong-name",
        `"${name}" is no name for this: it must match ${rule}.`,
      );
    }
    case "required":
      return document.at(path, "missing-key", `"${params.missingProperty}" is missing.`);
    default:
      return document.at(path, "wrong-value", ...wrongValue(error, data, all));
  }
}

/** The sentence about a value that is not allowed, and the nearest one that is. */
function wrongValue(error: ErrorObject, data: unknown, all: ErrorObject[]): [string, string | undefined] {
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
  const shown = JSON.stringify(data)?.slice(0, 60);
  if (values.length + types.length > 0) {
    const allowed = [
      ...values.map((value) => JSON.stringify(value)),
      ...types.map((type) => `of type ${type}`),
    ];
    const suggestion = typeof data === "string" ? nearest(data, values.map(String)) : undefined;
    return [`${shown} is not allowed here: it must be ${allowed.join(" or ")}.`, suggestion];
  }
  const meaning = (error.parentSchema?.description as string | undefined) ?? "";
  return [`${shown} ${error.message}. ${meaning}`.trim(), undefined];
}

/** A JSON pointer (RFC 6901) as a path; indexes stay text where the document has an object. */
function pathOf(pointer: string): JsonPath {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
