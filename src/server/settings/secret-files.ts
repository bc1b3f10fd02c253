import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const keyLength = 32;
const ownerOnly = 0o600;

/** Ends the name of the variable that names the file of a secret: `X_FILE` of `X`. */
export const fileSuffix = "_FILE";

/** The variables of a process. */
export type Environment = Record<string, string | undefined>;

/** A secret cannot be read; `problem` says why to the operator, after the variable's name. */
export class SecretError extends Error {
  readonly variable: string;
  readonly problem: string;

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = "SecretError";
    this.variable = variable;
    this.problem = problem;
  }
}

/** A secret by its variable, or by the file that `X_FILE` names; undefined where neither is set. Throws `SecretError`. */
export function readSecret(
  name: string,
  environment: Environment,
  read: (path: string) => string = readSecretFile,
): string | undefined {
  const variable = `${name}${fileSuffix}`;
  const file = environment[variable];
  if (!file) return environment[name] || undefined;
  if (environment[name]) throw new SecretError(variable, `is set beside ${name}; only one of them may be`);
  try {
    return read(file);
  } catch {
    throw new SecretError(variable, `names a file that cannot be read: ${file}`);
  }
}

/** The secret that `owner` names in the configuration, as its variable or file has it now. Throws `SecretError`. */
export function namedSecret(name: string, owner: string, environment: Environment = process.env): string {
  const secret = readSecret(name, environment);
  if (secret) return secret;
  throw new SecretError(name, `is not set: ${owner} names it as the variable of its secret`);
}

/** The content of a secret's file, without the line break that editors leave at its end. */
export function readSecretFile(path: string): string {
  return readFileSync(path, "utf8").trim();
}

/**
 * The 32 bytes kept in a file that only its owner reads; made at the first start. Linking a finished file into
 * place lets exactly one of several processes that start at once decide, and nobody read half a key. Throws `SecretError`.
 */
export function keepSecretKey(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(keyLength).toString("base64")}\n`, { mode: ownerOnly, flag: "wx" });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  return readKeptKey(path);
}

/** The 32 bytes kept in a file. Throws `SecretError`. */
export function readKeptKey(path: string): Buffer {
  const key = Buffer.from(readSecretFile(path), "base64");
  if (key.length !== keyLength)
    throw new SecretError(
      "VESTIBULE_SECRET_KEY",
      `is not set, and the file that is read instead does not hold a key of ${keyLength} bytes: ${path}`,
    );
  return key;
}
