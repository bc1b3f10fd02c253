import { Secret, TOTP } from "otpauth";
import type { Persona } from "../personas.ts";

/** What a user's authenticator app shows now. */
export interface AppCode {
  username: string;
  code: string;
  secondsLeft: number;
  /** Base32, for an app of one's own. */
  key: string;
}

const period = 30;

/** What the authenticator app of a persona shows; undefined: there is none. */
export function appCode(
  { username, authenticatorKey: key, authenticatorLost = false }: Persona,
  now: number,
): AppCode | undefined {
  if (key === undefined || authenticatorLost) return undefined;
  const code = new TOTP({ secret: Secret.fromBase32(key), period }).generate({ timestamp: now });
  return { username, code, secondsLeft: period - (Math.floor(now / 1000) % period), key };
}

/** What all authenticator apps of the demo show. */
export function appCodes(personas: readonly Persona[], now: number): AppCode[] {
  return personas.map((persona) => appCode(persona, now)).filter((code) => code !== undefined);
}
