import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "oidc-provider";
import { randomToken } from "../crypto.ts";
import { keyTimes } from "../domain/key-times.ts";
import type { Services } from "../services.ts";
import { ensureSecrets, listSecrets, type NewSecret, rotateSecret, type Secret } from "../store/secrets.ts";

const generate = promisify(generateKeyPair);

const kinds = ["signing-es256", "signing-rs256"] as const;
type SigningKind = (typeof kinds)[number];

const create: Record<SigningKind, () => Promise<NewSecret>> = {
  "signing-es256": async () =>
    toSecret("ES256", (await generate("ec", { namedCurve: "P-256" })).privateKey.export({ format: "jwk" })),
  "signing-rs256": async () =>
    toSecret("RS256", (await generate("rsa", { modulusLength: 3072 })).privateKey.export({ format: "jwk" })),
};

/** Says whether an application wants its ID tokens signed by RSA, whose keys take half a second to make. */
export function wantsRsa({ config }: Pick<Services, "config">): boolean {
  return Object.values(config().clients).some(({ idTokenAlgorithm }) => idTokenAlgorithm === "RS256");
}

/**
 * The keys of the server, per algorithm in the order in which they are tried for signing; makes and renews those that are wanted,
 * and publishes the others for as long as there are some.
 */
export async function signingKeys(services: Services): Promise<JWK[]> {
  const keys: JWK[] = [];
  for (const kind of kinds) {
    const secrets = await keptSecrets(services, kind);
    keys.push(...signingOrder(secrets, services.now()).map(({ value }) => JSON.parse(value) as JWK));
  }
  return keys;
}

/** The newest key that is known long enough signs; newer ones are only published, outlived ones left out. */
export function signingOrder(secrets: readonly Secret[], now: number): Secret[] {
  const published = secrets.filter(
    ({ state, createdAt }) => state === "active" || now - createdAt < keyTimes.published,
  );
  const byAge = published.toSorted((a, b) => a.createdAt - b.createdAt);
  const known = byAge.filter(({ createdAt }) => now - createdAt >= keyTimes.beforeSigning);
  return [...known.toReversed(), ...byAge.slice(known.length)];
}

async function keptSecrets(services: Services, kind: SigningKind): Promise<Secret[]> {
  const { db } = services.store;
  const { secretKeys } = services.settings;
  if (kind === "signing-rs256" && !wantsRsa(services)) return listSecrets(db, secretKeys, kind);
  const now = services.now();
  const secrets = await ensureSecrets(db, secretKeys, kind, create[kind], now);
  const [active] = secrets;
  if (active === undefined || now - active.createdAt < keyTimes.signs) return secrets;
  return rotateSecret(db, secretKeys, kind, { kid: active.kid, next: await create[kind]() }, now);
}

function toSecret(alg: "ES256" | "RS256", jwk: object): NewSecret {
  const kid = randomToken(12);
  return { kid, value: JSON.stringify({ ...jwk, kid, alg, use: "sig" }) };
}
