import { isObject } from "../../shared/is-object.ts";
import type { CallContext } from "../call.ts";

/** What a browser says about a ceremony (WebAuthn, CollectedClientData), as far as it is read here. */
export interface CeremonyData {
  type: string;
  challenge: string;
  origin: string;
  /** It ran in a page of ours that another site shows within its own. */
  framed: boolean;
}

/** Why a credential or a registration is refused; for the operator, the person reads one text for all. */
export type Refusal =
  | "malformed"
  | "wrongType"
  | "wrongOrigin"
  | "framed"
  | "challenge"
  | "unknownCredential"
  | "wrongHandle"
  | "disabled"
  | "notVerified"
  | "backupChanged"
  | "counterBack";

/** Reads the client data of a ceremony, url-safe base64 of JSON; null: it is none. */
export function readCeremonyData(encoded: string): CeremonyData | null {
  const data = parsed(Buffer.from(encoded, "base64url").toString("utf8"));
  if (!isObject(data)) return null;
  const { type, challenge, origin, crossOrigin, topOrigin } = data;
  if (typeof type !== "string" || typeof challenge !== "string" || typeof origin !== "string") return null;
  return { type, challenge, origin, framed: Boolean(crossOrigin) || Boolean(topOrigin) };
}

/** What is wrong with a ceremony before any cryptography; null: nothing (security, WA-2). */
export function refusalOf(
  data: CeremonyData,
  expected: { type: "webauthn.get" | "webauthn.create"; origins: readonly string[] },
): Refusal | null {
  if (data.type !== expected.type) return "wrongType";
  if (!expected.origins.includes(data.origin)) return "wrongOrigin";
  return data.framed ? "framed" : null;
}

/** What a verification gives; null where the library refuses, which the log has as `refusal`. Why may be what was sent: kept short. */
export function verifiedOrNull<Verified>(
  { services, supportCode }: Pick<CallContext, "services" | "supportCode">,
  verification: Promise<Verified>,
  refusal: string,
): Promise<Verified | null> {
  return verification.catch((error: unknown) => {
    const why = error instanceof Error ? error.message.slice(0, 120) : "unknown";
    services.log.info({ supportCode, why }, refusal);
    return null;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
