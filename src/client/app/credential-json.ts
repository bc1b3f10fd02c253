import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import type { AnswerOf, BodyOf } from "../../shared/contract.ts";

type Options = AnswerOf<"CredentialOptions">;
type Descriptors = PublicKeyCredentialRequestOptionsJSON["allowCredentials"];

/** Longest list of transports that a registration may tell. */
const mostTransports = 8;

/** Our options of a sign-in (specification, section 3) as WebAuthn names them. */
export function requestOptions(options: Options): PublicKeyCredentialRequestOptionsJSON {
  const { challenge, relyingPartyId, allowedCredentials, userVerification, timeout } = options;
  return {
    challenge,
    rpId: relyingPartyId,
    timeout,
    userVerification,
    allowCredentials: (allowedCredentials ?? []) as NonNullable<Descriptors>,
  };
}

/** Our options of a registration as WebAuthn names them. The device keeps the credential: a sign-in names none. */
export function creationOptions(options: Options): PublicKeyCredentialCreationOptionsJSON {
  const { challenge, relyingPartyId, relyingPartyName = "", userId = "", userName = "" } = options;
  const { displayName = userName, algorithms = [-7, -257], excludedCredentials = [], timeout } = options;
  const { authenticatorAttachment, userVerification } = options;
  return {
    challenge,
    rp: { name: relyingPartyName, id: relyingPartyId },
    user: { id: userId, name: userName, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
    excludeCredentials: excludedCredentials as NonNullable<Descriptors>,
    timeout,
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      ...(authenticatorAttachment && { authenticatorAttachment }),
      userVerification,
    },
    extensions: { credProps: true },
  };
}

/** What the browser answers to a sign-in, as SecureLogin takes it. */
export function assertionOf(answer: AuthenticationResponseJSON): BodyOf<"SecureLogin"> {
  const { authenticatorData, clientDataJSON, signature, userHandle } = answer.response;
  return {
    ...commonOf(answer),
    response: {
      authenticatorData,
      clientDataJson: clientDataJSON,
      userHandle: userHandle ?? null,
      signature,
    },
  };
}

/** What the browser answers to a registration, as RegisterCredential takes it. */
export function attestationOf(answer: RegistrationResponseJSON): BodyOf<"RegisterCredential"> {
  const { attestationObject, clientDataJSON, transports } = answer.response;
  const { authenticatorAttachment } = answer;
  return {
    ...commonOf(answer),
    authenticatorAttachment,
    response: {
      attestationObject,
      clientDataJson: clientDataJSON,
      transports: transports?.slice(0, mostTransports),
    },
  };
}

// Of the extensions only what the contract knows is sent on.
function commonOf({
  id,
  rawId,
  clientExtensionResults,
}: AuthenticationResponseJSON | RegistrationResponseJSON) {
  const { credProps } = clientExtensionResults;
  const extensions =
    credProps === undefined ? {} : { credProps: credProps.rk === undefined ? {} : { rk: credProps.rk } };
  return { id, rawId, type: "public-key" as const, extensions };
}
