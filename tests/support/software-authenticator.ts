import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Assertion, Attestation, CredentialOptions } from "../../src/generated/calls.ts";

/** How a device and its browser deviate from what is right. */
export interface Deviation {
  origin?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  challenge?: string;
  relyingPartyId?: string;
  /** Flags of the authenticator data (WebAuthn, 6.1). */
  present?: boolean;
  verified?: boolean;
  backupEligible?: boolean;
  backedUp?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Another key than the registered one signs. */
  stranger?: boolean;
  /** How the browser reaches it, and whether it is part of the browser's own device. */
  transports?: string[];
  attachment?: "platform" | "cross-platform";
  /** COSE algorithm that the registered key claims. */
  algorithm?: number;
  /** Statement about the device's make: format and content. */
  statement?: { format: string; content: Map<Cbor, Cbor> };
}

/** What this encoder can write: unsigned and negative integers, texts, bytes, maps. */
type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

const flag = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64 };

/** A device in software that keeps one P-256 credential (WebAuthn, "none" attestation). */
export class SoftwareAuthenticator {
  readonly id: string;
  /** The handle that the registration gave it. */
  userHandle: string | null = null;
  /** How often it has signed; stays 0 for a device that does not count. */
  counter = 0;
  readonly #counts: boolean;
  readonly #backupEligible: boolean;
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject };
  readonly #origin: string;

  constructor(origin: string, { counts = false, backupEligible = true, id = randomBytes(32) } = {}) {
    this.#origin = origin;
    this.#counts = counts;
    this.#backupEligible = backupEligible;
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.id = id.toString("base64url");
  }

  /** Makes the credential, as a browser hands it to the page. */
  register(options: CredentialOptions, deviation: Deviation = {}): Attestation {
    this.userHandle = options.userId ?? null;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const publicKey = encode(this.#coseKey(deviation.algorithm ?? -7));
    const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(options, deviation, flag.attested), attested]);
    const { format, content } = deviation.statement ?? { format: "none", content: new Map() };
    const attestationObject = encode(
      new Map<Cbor, Cbor>([
        ["fmt", format],
        ["attStmt", content],
        ["authData", authData],
      ]),
    );
    return {
      ...this.#head(),
      ...(deviation.attachment && { authenticatorAttachment: deviation.attachment }),
      response: {
        attestationObject: attestationObject.toString("base64url"),
        clientDataJson: this.#clientData("webauthn.create", options, deviation).toString("base64url"),
        transports: deviation.transports ?? ["internal"],
      },
    };
  }

  /** Signs a challenge, as a browser hands it to the page. */
  assert(options: CredentialOptions, deviation: Deviation = {}): Assertion {
    if (this.#counts) this.counter += 1;
    const authData = this.#authenticatorData(options, deviation, 0);
    const clientData = this.#clientData("webauthn.get", options, deviation);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    const { privateKey } = deviation.stranger
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : this.#key;
    return {
      ...this.#head(),
      response: {
        authenticatorData: authData.toString("base64url"),
        clientDataJson: clientData.toString("base64url"),
        userHandle: deviation.userHandle === undefined ? this.userHandle : deviation.userHandle,
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      },
    };
  }

  #head() {
    return { id: this.id, rawId: this.id, type: "public-key", extensions: {} } as const;
  }

  #authenticatorData({ relyingPartyId = "" }: CredentialOptions, deviation: Deviation, more: number): Buffer {
    const { present = true, verified = true, backupEligible = this.#backupEligible } = deviation;
    const flags =
      (present ? flag.present : 0) |
      (verified ? flag.verified : 0) |
      (backupEligible ? flag.eligible : 0) |
      (deviation.backedUp ? flag.backedUp : 0) |
      more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.counter);
    const relyingParty = createHash("sha256").update(deviation.relyingPartyId ?? relyingPartyId);
    return Buffer.concat([relyingParty.digest(), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, { challenge }: CredentialOptions, deviation: Deviation): Buffer {
    const { origin = this.#origin, crossOrigin = false, topOrigin } = deviation;
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin,
      ...(topOrigin === undefined ? {} : { topOrigin }),
    };
    return Buffer.from(JSON.stringify(data));
  }

  #coseKey(algorithm: number): Map<Cbor, Cbor> {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const coordinate = (encoded: string) => new Uint8Array(Buffer.from(encoded, "base64url"));
    return new Map<Cbor, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
  }
}

/** CBOR (RFC 8949) of what an authenticator needs. */
function encode(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [encode(key), encode(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
