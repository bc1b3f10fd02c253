import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const ivLength = 12;
const tagLength = 16;

/** A random value for cookies, tickets, identifiers and nonces, base64url; 32 bytes unless told otherwise. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** The identifier of an account, which operators type: none begins with `-`, as an option does. */
export function newAccountId(): string {
  const id = randomToken(16);
  return id.startsWith("-") ? newAccountId() : id;
}

/** SHA-256 as base64url: how the store keeps random values. */
export function sha256(value: string | Uint8Array): string {
  return hash("sha256", value, "base64url");
}

/** The keys of the server: the first one seals and signs, all of them open and verify (`npm run keys`). */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

/** HMAC-SHA-256 as base64url under a key of its own per purpose, derived from the first of the server's. */
export function hmac([secretKey]: SecretKeys, purpose: string, value: string): string {
  return hmacUnder(purposeKey(secretKey, purpose), value);
}

/** What `hmac` gives under each of the keys, for what another one than the first may have signed. */
export function hmacs(secretKeys: SecretKeys, purpose: string, value: string): string[] {
  return secretKeys.map((secretKey) => hmac([secretKey], purpose, value));
}

/** HMAC-SHA-256 as base64url under a key that was derived before. */
export function hmacUnder(key: Buffer, value: string): string {
  return createHmac("sha256", keyObject(key)).update(value).digest("base64url");
}

/** Compares two strings, of which anybody may know the length, in a time that tells nothing about where they differ. */
export function safeEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Encrypts by AES-256-GCM under a key of its own per purpose, derived from the first of the server's, whose mark stands in
 * front; `open` needs this key and the same purpose.
 */
export function seal([secretKey]: SecretKeys, purpose: string, plain: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyObject(purposeKey(secretKey, purpose)), iv);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return `${keyMark(secretKey)}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/** Decrypts what `seal` gave under any of the keys; throws where none is that key, or purpose or text are not the same. */
export function open(secretKeys: SecretKeys, purpose: string, sealed: string): string {
  const body = bodyOf(sealed);
  let failure: unknown;
  for (const secretKey of secretKeys) {
    try {
      return openUnder(purposeKey(secretKey, purpose), body);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** What `open` gives; undefined where it throws: for what is worth nothing to anybody any more then. */
export function openIfKnown(secretKeys: SecretKeys, purpose: string, sealed: string): string | undefined {
  try {
    return open(secretKeys, purpose, sealed);
  } catch {
    return undefined;
  }
}

/**
 * One name for something that was sealed, however it is written: what stands before its body, and signs that are none of base64, are
 * not authenticated, so whoever holds it could write it in any number of ways that `open` all takes.
 */
export function sealedName(sealed: string): string {
  return sha256(bodyOf(sealed).toString("base64url"));
}

function bodyOf(sealed: string): Buffer {
  return Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");
}

/** What tells by which key something was sealed, and nothing about the key: eight hexadecimal digits. */
export function keyMark(secretKey: Buffer): string {
  return purposeKey(secretKey, "mark").toString("hex").slice(0, 8);
}

function openUnder(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", keyObject(key), bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const plain = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()];
  return Buffer.concat(plain).toString("utf8");
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

/** A key in Node's own form: looking at a buffer anew each time costs several times what is done with it. */
function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}

const purposeKeys = new WeakMap<Buffer, Map<string, Buffer>>();

/** The key of one purpose, derived from one of the server's. */
// Kept, because deriving a key costs more than most of what is done with it.
export function purposeKey(secretKey: Buffer, purpose: string): Buffer {
  const keys = purposeKeys.get(secretKey) ?? new Map<string, Buffer>();
  purposeKeys.set(secretKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secretKey, "", `vestibule/${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}
