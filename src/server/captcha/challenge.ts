import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "../../generated/calls.ts";
import { hmac, type SecretKeys, safeEqual } from "../crypto.ts";
import { challengeLife } from "../domain/challenge-life.ts";

// About half a second of one core's work; measured, see the design's facts. Who tries a million names pays it each time.
const cost = 1000;
const counters = { least: 500, most: 1500 };

/** A solution that was right: what is spent, and from when on it is too old anyway (milliseconds). */
export interface Solved {
  signature: string;
  expiresAt: number;
}

/** A new challenge for one browser. Nothing of it is kept: the signature says that it is ours. */
export async function newChallenge(
  secretKeys: SecretKeys,
  browserHash: string,
  now: number,
): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: randomInt(counters.most, counters.least),
    deriveKey,
    expiresAt: Math.floor((now + challengeLife) / 1000),
    data: { browser: browserMark(secretKeys, browserHash) },
    hmacSignatureSecret: signatureKey(secretKeys),
  });
  return challenge as Challenge;
}

/**
 * Looks at a token: challenge and solution as JSON in base64. Null where it is no right solution of a living challenge
 * of this browser. The library alone accepts the same solution again: spending the signature is the caller's.
 */
export async function solvedBy(
  secretKeys: SecretKeys,
  token: string,
  browserHash: string,
  now: number,
): Promise<Solved | null> {
  const payload = readToken(token);
  if (payload === null) return null;
  const { challenge, solution } = payload;
  const { expiresAt, data } = challenge.parameters;
  if (typeof expiresAt !== "number" || expiresAt * 1000 <= now) return null;
  if (!safeEqual(String(data?.browser), browserMark(secretKeys, browserHash))) return null;
  const hmacSignatureSecret = signatureKey(secretKeys);
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
  return verified ? { signature: challenge.signature, expiresAt: expiresAt * 1000 } : null;
}

interface Payload {
  challenge: Challenge;
  solution: { counter: number; derivedKey: string };
}

/** As much shape as is looked at before the signature has vouched for the rest. */
function readToken(token: string): Payload | null {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(token, "base64").toString("utf8"));
  } catch {
    return null;
  }
  const { challenge, solution } = (read ?? {}) as Partial<Payload>;
  const isShaped =
    typeof challenge?.signature === "string" &&
    typeof challenge.parameters === "object" &&
    challenge.parameters !== null &&
    typeof solution === "object" &&
    solution !== null;
  return isShaped ? { challenge, solution } : null;
}

function signatureKey(secretKeys: SecretKeys): string {
  return hmac(secretKeys, "captcha", "signature");
}

/** Tells browsers apart without telling what the store knows them by. */
function browserMark(secretKeys: SecretKeys, browserHash: string): string {
  return hmac(secretKeys, "captcha", `browser ${browserHash}`);
}
