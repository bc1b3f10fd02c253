import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import type { Assertion } from "../../generated/calls.ts";
import type { Credential } from "../store/credentials.ts";
import { expectationsOf, type RelyingParty } from "./relying-party.ts";

/** What a device has signed, once the signature is right. */
export interface VerifiedAssertion {
  /** How often the device says that it signed; comparing it is the store's, in one statement with its use. */
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
}

/**
 * Verifies what a device signed: relying party, presence and knowledge of the person, signature (WebAuthn, 7.2).
 * `challenge` is the one that the caller has redeemed. Throws where anything is not right.
 */
export async function verifyAssertion(
  { id, rawId, type, response }: Assertion,
  credential: Pick<Credential, "id" | "publicKey">,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<VerifiedAssertion> {
  const { authenticatorData, clientDataJson, signature, userHandle } = response;
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: {
        authenticatorData,
        clientDataJSON: clientDataJson,
        signature,
        ...(userHandle === null ? {} : { userHandle }),
      },
    },
    ...expectationsOf(challenge, relyingParty),
    // The library compares before it has verified the signature: a forged answer would look like a copied device.
    credential: { id: credential.id, publicKey: isoBase64URL.toBuffer(credential.publicKey), counter: 0 },
  });
  if (!verified) throw new Error("the signature is not that of the credential");
  return {
    counter: info.newCounter,
    backupEligible: info.credentialDeviceType === "multiDevice",
    backedUp: info.credentialBackedUp,
  };
}
