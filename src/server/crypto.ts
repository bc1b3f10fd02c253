import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const ivLength = 12;
const tagLength = 16;

/** A random value for cookies, tickets and identifiers, base64url; 32 bytes unless told otherwise. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** SHA-256 as base64url: how the store keeps random values. */
export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

/** HMAC-SHA-256 as base64url under a key of its own per purpose, derived from `secretKey`. */
export function hmac(secretKey: Buffer, purpose: string, value: string): string {
  return createHmac("sha256", purposeKey(secretKey, purpose)).update(value).digest("base64url");
}

/** Compares two strings in a time that tells nothing about where they differ. */
export function safeEqual(left: string, right: string): boolean {
  const [a, b] = [left, right].map((value) => createHash("sha256").update(value).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Encrypts by AES-256-GCM under a key of its own per purpose; `open` needs the same key and purpose. */
export function seal(secretKey: Buffer, purpose: string, plain: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", purposeKey(secretKey, purpose), iv);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Decrypts what `seal` gave; throws where key, purpose or text are not the same. */
export function open(secretKey: Buffer, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    purposeKey(secretKey, purpose),
    bytes.subarray(0, ivLength),
    { authTagLength: tagLength },
  );
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString(
    "utf8",
  );
}

const purposeKeys = new WeakMap<Buffer, Map<string, Buffer>>();

// Kept, because deriving a key costs more than most of what is done with it.
function purposeKey(secretKey: Buffer, purpose: string): Buffer {
  const keys = purposeKeys.get(secretKey) ?? new Map<string, Buffer>();
  purposeKeys.set(secretKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secretKey, "", `vestibule/${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}
