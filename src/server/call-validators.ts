import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { Config } from "../config/read-config.ts";
import type { CallContract, CallName, JsonSchema } from "../shared/contract.ts";
import { isObject } from "../shared/is-object.ts";
import { mailAddress } from "../shared/mail-address.ts";
import { codeOfKeyword, type ProblemCode, type ProblemCodes } from "../shared/problem-codes.ts";
import { isSaidEverywhere } from "../shared/screen-texts.ts";
import type { Translate } from "../shared/translate.ts";
import { labelKey } from "./label-key.ts";
import { perConfig } from "./per-config.ts";
import { badRequest, Problem } from "./problem.ts";

/** What is given to a call and what it answers, held against its contract. */
export interface CallValidators {
  contract: CallContract;
  /** The parameters that the contract knows. Throws `Problem` 400 with what is wrong per parameter. */
  readQuery(given: Readonly<Record<string, unknown>>, t: Translate): Record<string, unknown>;
  /** The body with its defaults. Throws `Problem` 400 with everything that is wrong per field. */
  readBody(given: unknown, t: Translate): unknown;
  /** Throws where the answer is not what the contract says: a fault of ours. */
  assertAnswer(answer: unknown): void;
  /** Throws where a call is refused by what its contract does not name, for which its pages have no words: a fault of ours. */
  assertRefusal(problem: Problem): void;
}

/** The validators of a call, compiled once per configuration. */
export const validatorsOf = perConfig(compile);

function compile(config: Config, name: CallName): CallValidators {
  const contract: CallContract = config.contracts[name];
  // The check has proven the contracts; to hold each against the schema of schemas takes ten times as long as to compile it.
  const proven = { validateSchema: false, strict: false };
  const ajv = new Ajv({ ...proven, allErrors: true, verbose: true, useDefaults: true });
  addFormats.default(ajv);
  // Its own knows the letters of ASCII alone.
  ajv.addFormat("email", mailAddress);
  const parameters = Object.entries(contract.query ?? {}).map(([parameter, schema]) => ({
    parameter,
    schema,
    validate: ajv.compile(schema),
  }));
  const body = contract.body === undefined ? undefined : ajv.compile(contract.body);
  const answer = contract.answer === undefined ? undefined : ajv.compile(contract.answer);
  const labelsIn = (t: Translate) => (field: string) => {
    const key = labelKey(config, name, field);
    return key === undefined ? undefined : t(key) || undefined;
  };
  return {
    contract,
    readQuery: (given, t) => readQuery(parameters, given, labelsIn(t)),
    readBody: (given, t) => readBody(body, given, labelsIn(t)),
    assertAnswer: (value) => {
      if (answer !== undefined && !answer(value))
        throw new Error(`${name} answers what its contract does not allow: ${ajv.errorsText(answer.errors)}`);
    },
    assertRefusal: ({ options: { codes = {}, captcha } }) => {
      // A page puts the challenge in the place of these words; one without script gets them with its answer.
      if (captcha !== undefined) return;
      for (const [field, problems] of Object.entries(codes))
        for (const { code } of problems)
          if (!isSaidEverywhere(code) && !contract.problems?.[field]?.includes(code))
            throw new Error(`${name} is refused by what its contract does not name: ${code} of "${field}"`);
    },
  };
}

/** The label of a field in the person's language; undefined where no form shows it. */
type Label = (field: string) => string | undefined;

interface Parameter {
  parameter: string;
  schema: JsonSchema;
  validate: ValidateFunction;
}

/**
 * Of a repeated parameter the first valid value counts; only integers are converted (decisions 17). Parameters that
 * the contract does not know are left out instead of refused: addresses collect foreign ones on their way
 * (campaigns, mail scanners, `returnUrl` in two spellings), and no handler ever sees them.
 */
function readQuery(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  label: Label,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const codes: ProblemCodes = {};
  for (const { parameter, schema, validate } of parameters) {
    const candidates = textsOf(given[parameter]).map((text) => convert(text, schema));
    const valid = candidates.find((candidate) => validate(candidate));
    if (valid !== undefined) values[parameter] = valid;
    else if (candidates.length === 0) values[parameter] = schema.default;
    else {
      validate(candidates[0]);
      codes[parameter] = (validate.errors ?? []).map((error) => codeOf(error, label(parameter)));
    }
  }
  if (Object.keys(codes).length > 0) throw invalid(codes);
  return values;
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}

function convert(text: string, schema: JsonSchema): unknown {
  return schema.type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function readBody(validate: ValidateFunction | undefined, given: unknown, label: Label): unknown {
  if (validate === undefined) {
    if (given === undefined || isEmptyObject(given)) return undefined;
    throw badRequest("this call takes no body");
  }
  const body = given === undefined ? {} : given;
  if (validate(body)) return body;
  const codes: ProblemCodes = {};
  for (const error of validate.errors ?? []) {
    const field = fieldOf(error);
    const code = codeOf(error, label(field));
    const known = codes[field] ?? [];
    if (!known.some((other) => other.code === code.code)) codes[field] = [...known, code];
  }
  throw invalid(codes);
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function invalid(codes: ProblemCodes): Problem {
  return new Problem(400, "what was sent does not fit the contract", { codes });
}

/** The field that is wrong. The name of an unknown one is not repeated: it is general. */
function fieldOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === "additionalProperties") return "";
  const path = instancePath.split("/").slice(1);
  return [...path, ...(keyword === "required" ? [String(params.missingProperty)] : [])].join(".");
}

/** Empty, null and missing are all the same to a person (specification, section 5). */
function codeOf(error: ErrorObject, label: string | undefined): ProblemCode {
  const { keyword, params, data, instancePath } = error;
  if (keyword === "type" && instancePath === "") return { code: "problems.badRequest" };
  if (keyword === "additionalProperties") return { code: "validation.unknown" };
  const isNull = data === null && keyword === "type";
  if (keyword === "required" || isNull || (data === "" && keyword !== "enum")) {
    return label === undefined
      ? { code: "validation.requiredPlain" }
      : { code: "validation.required", params: { field: label } };
  }
  return codeOfKeyword(keyword, params);
}
