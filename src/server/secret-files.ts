import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const keyLength = 32;
const ownerOnly = 0o600;

/** The content of a secret's file, without the line break that editors leave at its end. */
export function readSecretFile(path: string): string {
  return readFileSync(path, "utf8").trim();
}

/**
 * The 32 bytes kept in a file that only its owner reads; made at the first start. Linking a finished file into
 * place lets exactly one of several processes that start at once decide, and nobody read half a key.
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
  const key = Buffer.from(readSecretFile(path), "base64");
  if (key.length !== keyLength) throw new Error(`${path} does not hold a key of ${keyLength} bytes`);
  return key;
}
