import { Secret, TOTP } from "otpauth";
import { open, type SecretKeys, seal } from "../crypto.ts";
import { codeLength } from "../domain/typed-code.ts";

/** What a key is sealed for. */
export const totpPurpose = "totp-key";

/** Seconds of one time step, and how many steps a clock may be off (RFC 6238, sections 4.1 and 5.2). */
const period = 30;
const window = 1;
/** Bytes of a key: as long as the hash, as RFC 4226 asks for (section 4). */
const keyLength = 20;

/** A new key of an authenticator app, base32. */
export function newTotpKey(): string {
  return new Secret({ size: keyLength }).base32;
}

/** A key as the store keeps it (security, TF-5). */
export function sealTotpKey(secretKeys: SecretKeys, key: string): string {
  return seal(secretKeys, totpPurpose, key);
}

/** The key that `sealTotpKey` sealed. */
export function openTotpKey(secretKeys: SecretKeys, sealed: string): string {
  return open(secretKeys, totpPurpose, sealed);
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(key: string, issuer: string, username: string): string {
  return totpOf(key, issuer, username).toString();
}

/**
 * The time step that a code belongs to, if it is the code of now, the step before or the one after; undefined: no
 * such code. Whether the step was used before is the store's to say (`takeStep`).
 */
export function totpStep(key: string, code: string, now: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totpOf(key).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta;
}

function totpOf(key: string, issuer = "", label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(key),
    algorithm: "SHA1",
    digits: codeLength,
    period,
  });
}
