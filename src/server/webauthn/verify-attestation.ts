import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { cose, decodeCredentialPublicKey, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { Attestation } from "../../generated/calls.ts";
import type { NewCredential } from "../store/credentials.ts";
import { expectationsOf, type RelyingParty } from "./relying-party.ts";

/** COSE algorithms of the keys that are taken, EdDSA, ES256 and RS256 (security, WA-2), each with the type of its keys (RFC 9053, section 2; RFC 8812). */
const keyTypes = new Map([
  [-8, 1],
  [-7, 2],
  [-257, 3],
]);
export const algorithms = [...keyTypes.keys()];

/**
 * Verifies what a device made at its registration (WebAuthn, 7.1). `challenge` is the one that the caller has
 * redeemed. Throws where anything is not right.
 */
export async function verifyAttestation(
  { id, rawId, type, response }: Attestation,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<Omit<NewCredential, "userId" | "name">> {
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: {
        attestationObject: withoutStatement(response.attestationObject),
        clientDataJSON: response.clientDataJson,
      },
    },
    ...expectationsOf(challenge, relyingParty),
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error("the registration is not right");
  const key = decodeCredentialPublicKey(info.credential.publicKey);
  // The library would keep it, and it could never sign.
  if (key.get(cose.COSEKEYS.kty) !== keyTypes.get(key.get(cose.COSEKEYS.alg) ?? 0))
    throw new Error("the key is of another type than its algorithm");
  if (info.credential.id !== id) throw new Error("the credential is not the one that is named");
  return {
    id,
    publicKey: isoBase64URL.fromBuffer(info.credential.publicKey),
    counter: info.credential.counter,
    transports: response.transports ?? [],
    backupEligible: info.credentialDeviceType === "multiDevice",
    backedUp: info.credentialBackedUp,
  };
}

/**
 * Leaves out what a device says about its make. None was asked for, nothing would follow from it, and looking into
 * it would mean to read certificates of anybody, and to fetch the revocation lists that they name.
 */
function withoutStatement(attestationObject: string): string {
  const decoded: unknown = isoCBOR.decodeFirst(isoBase64URL.toBuffer(attestationObject));
  const authData = decoded instanceof Map ? decoded.get("authData") : undefined;
  if (!(authData instanceof Uint8Array)) throw new Error("no authenticator data");
  const kept = new Map<string, string | Uint8Array | Map<string, never>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, never>()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(new Uint8Array(isoCBOR.encode(kept)));
}
