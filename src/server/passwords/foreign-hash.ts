import { pbkdf2, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** Checks a password against one hash of another system, outside of the event loop. */
export type ForeignCheck = (password: string) => Promise<boolean>;

// As much as the dearest argon2id that is taken costs, about a second: a hash may not ask for the machine (security, PW-5).
const caps = { bcryptCost: 14, pbkdf2Iterations: 2_000_000, scryptBytes: 256 * 2 ** 20, bytes: 64 };
const leastBytes = 8;
const leastHashBytes = 16;

const bcryptPattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const pbkdf2Pattern =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d{1,3})?\$([./+A-Za-z0-9]+)\$([./+A-Za-z0-9]+)$/;
const scryptPattern =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,2})\$([./+A-Za-z0-9]+)\$([./+A-Za-z0-9]+)$/;

/**
 * The check of a hash of bcrypt (`$2a$`, `$2b$`, `$2y$`), PBKDF2 (`$pbkdf2-sha256$29000$<salt>$<hash>`) or scrypt
 * (`$scrypt$ln=16,r=8,p=1$<salt>$<hash>`), in PHC or modular form; undefined where it is none of these, or asks for more
 * than the caps.
 */
export function foreignCheck(phc: string): ForeignCheck | undefined {
  return bcryptCheck(phc) ?? pbkdf2Check(phc) ?? scryptCheck(phc);
}

function bcryptCheck(phc: string): ForeignCheck | undefined {
  const cost = Number(bcryptPattern.exec(phc)?.[1]);
  if (!(cost >= 4 && cost <= caps.bcryptCost)) return undefined;
  // Loaded by the first account that needs it: few servers have any, and none for ever.
  return async (password) => (await import("@node-rs/bcrypt")).verify(password, phc);
}

function pbkdf2Check(phc: string): ForeignCheck | undefined {
  const [, digest = "sha1", iterations, salt = "", hash = ""] = pbkdf2Pattern.exec(phc) ?? [];
  const known = { salt: bytesOf(salt), hash: bytesOf(hash) };
  const count = Number(iterations);
  if (!(count >= 1 && count <= caps.pbkdf2Iterations) || !isSound(known)) return undefined;
  return async (password) =>
    timingSafeEqual(
      await promisify(pbkdf2)(password, known.salt, count, known.hash.length, digest),
      known.hash,
    );
}

function scryptCheck(phc: string): ForeignCheck | undefined {
  const [, logarithm, r, p, salt = "", hash = ""] = scryptPattern.exec(phc) ?? [];
  const [N, blockSize, parallelization] = [2 ** Number(logarithm), Number(r), Number(p)];
  const known = { salt: bytesOf(salt), hash: bytesOf(hash) };
  // What the lanes need one after the other is time, which is bounded alike.
  const needed = 128 * N * blockSize * parallelization;
  if (!(N >= 2 && needed > 0 && needed <= caps.scryptBytes) || !isSound(known)) return undefined;
  // Beside the working memory the library counts some blocks more.
  const options = { N, r: blockSize, p: parallelization, maxmem: 2 * caps.scryptBytes };
  return async (password) =>
    timingSafeEqual(await derive(password, known.salt, known.hash.length, options), known.hash);
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

function isSound({ salt, hash }: { salt: Buffer; hash: Buffer }): boolean {
  return (
    salt.length >= leastBytes &&
    salt.length <= caps.bytes &&
    hash.length >= leastHashBytes &&
    hash.length <= caps.bytes
  );
}

/** Base64 with or without padding cut off; some write a dot for the plus. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(".", "+"), "base64");
}
