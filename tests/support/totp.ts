import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";

const period = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Says whether the OATH toolkit is on this machine, a generator that knows nothing of our code. */
export const hasOathtool = canRun("oathtool");

/** The code of an authenticator app for a key at a time, written from RFC 6238 and RFC 4226 alone. */
export function totpCode(key: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / period)));
  const digest = createHmac("sha1", base32Bytes(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The same by the OATH toolkit. */
export function oathtoolCode(key: string, at: number): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return execFileSync("oathtool", ["--totp", "-b", "--now", time, key], { encoding: "utf8" }).trim();
}

function base32Bytes(key: string): Buffer {
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
