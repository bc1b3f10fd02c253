import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import schema from "../../../schemas/config/environment.schema.json" with { type: "json" };
import { day, hour, minute } from "../../shared/durations.ts";
import type { SecretKeys } from "../crypto.ts";
import {
  type GatewayEnvironment,
  type GatewaySettings,
  gatewaysOf,
  isSendable,
} from "../delivery/gateway-settings.ts";
import { readDsn, type SentryTarget } from "../operations/sentry.ts";
import { connectionsOfEach, hashesOfEach } from "../process/process-shares.ts";
import { type TraceEnvironment, type TraceSettings, traceSettingsOf } from "../tracing/trace-settings.ts";
import {
  type Environment,
  fileSuffix,
  keepSecretKey,
  readSecret,
  readSecretFile,
  SecretError,
} from "./secret-files.ts";
import { environmentFormats, isPostgresPort, portOf } from "./settings-formats.ts";

/** What the environment says, checked (schemas/config/environment.schema.json explains each variable). */
export interface Settings {
  environment: "development" | "test" | "production";
  /** Origin of every address that the server makes; never taken from a request. */
  publicUrl: string;
  host: string;
  port: number;
  /** PostgreSQL; undefined: SQLite in `databaseFile`. */
  databaseUrl: string | undefined;
  databaseFile: string;
  /** Connections to PostgreSQL that each process opens at most. */
  databaseConnections: number;
  /** How many processes share the port. */
  processes: number;
  /** 32 bytes each: encrypt secrets at rest and key the HMACs. */
  secretKeys: SecretKeys;
  /** Addresses and networks in CIDR notation. */
  trustedProxies: string[];
  /** `concurrency`: at once in each process, `most` where others leave it theirs. */
  hash: { memoryKib: number; passes: number; concurrency: number; most: number };
  /** Milliseconds. */
  session: { idle: number; total: number };
  /** How long the audit keeps what happened; milliseconds. */
  auditLife: number;
  clientsFile: string;
  vendorsFile: string;
  /** Private networks that outgoing calls may reach, in CIDR notation. */
  privateAddresses: string[];
  gateways: GatewaySettings;
  /** Folder that reCAPTCHA is loaded from and verified at; ends with a slash. */
  recaptchaUrl: string;
  /** Error-reporting service that errors are forwarded to; undefined: none. */
  sentry: SentryTarget | undefined;
  /** Where `/metrics` is told; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent; undefined: nowhere. */
  traces: TraceSettings | undefined;
  /** Whether pages may have a service worker; without, browsers are told to drop the one that they have. */
  serviceWorker: boolean;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** One variable that cannot be used as it is. */
export interface SettingsFinding {
  variable: string;
  problem: string;
  example?: string;
}

/** Names everything that is wrong with the environment at once. */
export class SettingsError extends Error {
  readonly findings: readonly SettingsFinding[];

  constructor(findings: readonly SettingsFinding[]) {
    super(findings.map(describe).join("\n"));
    this.name = "SettingsError";
    this.findings = findings;
  }
}

/** How secrets are read from files; tests give their own. */
export interface SettingsFiles {
  read(path: string): string;
  /** The key kept in a file, made where there is none. */
  keepKey(path: string): Buffer;
}

/** The variables after the schema has converted them and filled in its defaults. */
interface CheckedEnvironment extends GatewayEnvironment, TraceEnvironment {
  NODE_ENV: Settings["environment"];
  PORT: number;
  DATABASE_URL?: string;
  VESTIBULE_PUBLIC_URL: string;
  VESTIBULE_HOST: string;
  VESTIBULE_DATABASE_FILE: string;
  VESTIBULE_PROCESSES?: number;
  VESTIBULE_DATABASE_CONNECTIONS?: number;
  VESTIBULE_SECRET_KEY?: string;
  VESTIBULE_OTHER_SECRET_KEYS?: string;
  VESTIBULE_TRUSTED_PROXIES?: string;
  VESTIBULE_PRIVATE_ADDRESSES?: string;
  VESTIBULE_RECAPTCHA_URL: string;
  VESTIBULE_HASH_MEMORY_KIB: number;
  VESTIBULE_HASH_PASSES: number;
  VESTIBULE_HASH_CONCURRENCY?: number;
  VESTIBULE_SESSION_IDLE_MINUTES: number;
  VESTIBULE_SESSION_TOTAL_HOURS: number;
  VESTIBULE_AUDIT_DAYS: number;
  VESTIBULE_CLIENTS_FILE: string;
  VESTIBULE_VENDORS_FILE: string;
  VESTIBULE_SENTRY_DSN?: string;
  VESTIBULE_METRICS_PORT?: number;
  VESTIBULE_METRICS_HOST: string;
  VESTIBULE_SERVICE_WORKER: "on" | "off";
  VESTIBULE_LOG_LEVEL: Settings["logLevel"];
}

interface Variable {
  description: string;
  examples: string[];
}

const prefix = "VESTIBULE_";

const variables: Record<string, Variable> = schema.properties;
const names = Object.keys(variables);

const validate = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  formats: environmentFormats,
  // The check proves the schema; to do it here as well is a tenth of a start.
  validateSchema: false,
  // What is run once is not made quicker first.
  code: { optimize: false },
}).compile<CheckedEnvironment>(schema);

/**
 * Reads the settings from an environment. Throws `SettingsError` with every finding: values that cannot be
 * used, unknown `VESTIBULE_` variables with the nearest valid name, secret files that cannot be read.
 */
export function readSettings(
  environment: Environment,
  files: SettingsFiles = { read: readSecretFile, keepKey: keepSecretKey },
): Settings {
  const { values, findings } = withSecretFiles(environment, files);
  findings.push(...unknownVariables(environment));
  const read: unknown = values;
  const valid = validate(read);
  findings.push(
    ...(valid
      ? misfits(read, environment)
      : (validate.errors ?? []).map((error) => toFinding(error, environment))),
  );
  if (values.NODE_ENV === "production") {
    const missing = neededInProduction.filter((variable) => !isNamed(variable, environment));
    for (const variable of missing)
      findings.push({ variable, problem: "is required in production", example: exampleOf(variable) });
  }
  if (!valid || findings.length > 0) throw new SettingsError(findings);
  return toSettings(read as CheckedEnvironment, files);
}

/** The variables of the schema that are set, each `X_FILE` of a secret `X` replaced by what the file holds: nothing is not set. */
function withSecretFiles(environment: Environment, files: SettingsFiles) {
  const values: Environment = {};
  const findings: SettingsFinding[] = [];
  for (const name of names) {
    if (name.endsWith(fileSuffix) && variables[name.slice(0, -fileSuffix.length)] !== undefined) continue;
    const isSecret = variables[`${name}${fileSuffix}`] !== undefined;
    try {
      const value = isSecret ? readSecret(name, environment, files.read) : environment[name] || undefined;
      if (value) values[name] = value;
      else if (value === "" && neverEmpty.includes(name)) {
        const variable = `${name}${fileSuffix}`;
        findings.push({ variable, problem: `names a file that is empty: ${environment[variable]}` });
      }
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      findings.push({ variable: error.variable, problem: error.problem });
    }
  }
  return { values, findings };
}

// Without them the server makes up a key and a database: not what somebody wants whose file is just being written.
const neverEmpty = ["VESTIBULE_SECRET_KEY", "DATABASE_URL"];

function unknownVariables(environment: Environment): SettingsFinding[] {
  return Object.keys(environment)
    .filter((name) => name.toUpperCase().startsWith(prefix) && variables[name] === undefined)
    .map((name) => ({ variable: name, problem: `is not a setting${nearest(name)}` }));
}

function nearest(name: string): string {
  const candidate = closest(name.toUpperCase(), names);
  const near = distance(name.toUpperCase(), candidate) <= name.length / 3;
  return near ? `; did you mean ${candidate}?` : `; schemas/config/environment.schema.json lists all`;
}

// A key made up at start, or localhost in every address, is for trying only.
const neededInProduction = ["VESTIBULE_SECRET_KEY", "VESTIBULE_PUBLIC_URL"];

/** Values that are well by themselves and not beside each other, or beside what the library of the database reads `outside` of ours. */
function misfits(environment: CheckedEnvironment, outside: Environment): SettingsFinding[] {
  const { DATABASE_URL: url, VESTIBULE_PROCESSES: processes = 1, PORT: port } = environment;
  const found: SettingsFinding[] = [];
  if (url === undefined && processes > 1)
    found.push({ variable: "VESTIBULE_PROCESSES", problem: needsPostgres });
  if (url !== undefined && portOf(new URL(url)) === "" && !isPostgresPort(outside.PGPORT ?? ""))
    found.push({ variable: "PGPORT", problem: noPort });
  if (port !== 0 && environment.VESTIBULE_METRICS_PORT === port)
    found.push({ variable: "VESTIBULE_METRICS_PORT", problem: "must be another port than PORT" });
  if (!isSendable(environment)) found.push({ variable: "VESTIBULE_SMS_BODY", problem: notFlat });
  return found;
}

const needsPostgres = "must be 1 with SQLite: set DATABASE_URL to a PostgreSQL database for more";
const noPort = "must be a port from 1 to 65535, because DATABASE_URL names none";
const notFlat = "must be an object of texts and numbers, because a form is sent";

function isNamed(name: string, environment: Environment): boolean {
  return [name, `${name}${fileSuffix}`].some((variable) => (environment[variable] ?? "") !== "");
}

function toFinding(error: ErrorObject, environment: Environment): SettingsFinding {
  const variable =
    error.keyword === "dependencies" ? error.params.missingProperty : error.instancePath.slice(1);
  const byFile = `${variable}${fileSuffix}`;
  const file = variables[byFile] && environment[byFile];
  const problem = problemOf(error);
  return file
    ? { variable: byFile, problem: `names a file whose content ${problem}: ${file}` }
    : { variable, problem, example: exampleOf(variable) };
}

function problemOf({ keyword, params }: ErrorObject): string {
  switch (keyword) {
    case "enum":
      return `must be one of ${params.allowedValues.join(", ")}`;
    case "type":
      return params.type === "number" ? "must be a number" : "must be a whole number";
    case "dependencies":
      return `is required beside ${params.property}`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    default:
      return environmentFormats[params.format]?.problem ?? "cannot be used";
  }
}

function exampleOf(variable: string): string | undefined {
  return variables[variable]?.examples[0];
}

function toSettings(environment: CheckedEnvironment, files: SettingsFiles): Settings {
  const databaseFile = environment.VESTIBULE_DATABASE_FILE;
  const secretKey = environment.VESTIBULE_SECRET_KEY;
  const cores = availableParallelism();
  const processes = environment.VESTIBULE_PROCESSES ?? (environment.DATABASE_URL === undefined ? 1 : cores);
  return {
    environment: environment.NODE_ENV,
    publicUrl: new URL(environment.VESTIBULE_PUBLIC_URL).origin,
    host: environment.VESTIBULE_HOST,
    port: environment.PORT,
    databaseUrl: environment.DATABASE_URL,
    databaseFile,
    databaseConnections: environment.VESTIBULE_DATABASE_CONNECTIONS ?? connectionsOfEach(processes),
    processes,
    secretKeys: toKeys(
      secretKey ? toKey(secretKey) : keptKey(secretKeyFile(databaseFile), files),
      toList(environment.VESTIBULE_OTHER_SECRET_KEYS).map(toKey),
    ),
    trustedProxies: toList(environment.VESTIBULE_TRUSTED_PROXIES),
    hash: {
      memoryKib: environment.VESTIBULE_HASH_MEMORY_KIB,
      passes: environment.VESTIBULE_HASH_PASSES,
      concurrency: environment.VESTIBULE_HASH_CONCURRENCY ?? hashesOfEach(processes, cores),
      most: environment.VESTIBULE_HASH_CONCURRENCY ?? cores,
    },
    session: {
      idle: environment.VESTIBULE_SESSION_IDLE_MINUTES * minute,
      total: environment.VESTIBULE_SESSION_TOTAL_HOURS * hour,
    },
    auditLife: environment.VESTIBULE_AUDIT_DAYS * day,
    clientsFile: environment.VESTIBULE_CLIENTS_FILE,
    vendorsFile: environment.VESTIBULE_VENDORS_FILE,
    privateAddresses: toList(environment.VESTIBULE_PRIVATE_ADDRESSES),
    gateways: gatewaysOf(environment),
    recaptchaUrl: environment.VESTIBULE_RECAPTCHA_URL,
    sentry: readDsn(environment.VESTIBULE_SENTRY_DSN),
    metrics: metricsPlaceOf(environment),
    traces: traceSettingsOf(environment),
    serviceWorker: environment.VESTIBULE_SERVICE_WORKER === "on",
    logLevel: environment.VESTIBULE_LOG_LEVEL,
  };
}

function metricsPlaceOf({ VESTIBULE_METRICS_HOST: host, VESTIBULE_METRICS_PORT: port }: CheckedEnvironment) {
  return port === undefined ? undefined : { host, port };
}

/** Where the key is kept that no variable names. */
export function secretKeyFile(databaseFile: string): string {
  return join(dirname(databaseFile), "secret.key");
}

function keptKey(path: string, { keepKey }: SettingsFiles): Buffer {
  try {
    return keepKey(path);
  } catch (error) {
    throw error instanceof SecretError ? new SettingsError([error]) : error;
  }
}

function toKey(text: string): Buffer {
  return Buffer.from(text, "base64");
}

// Both keys of a replacement may stand among the others, so that each of its steps changes one file.
function toKeys(first: Buffer, others: Buffer[]): SecretKeys {
  return [first, ...others.filter((other) => !other.equals(first))];
}

function toList(text = ""): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function describe({ variable, problem, example }: SettingsFinding): string {
  return `${variable} ${problem}${example === undefined ? "" : `, for example ${variable}=${example}`}`;
}
