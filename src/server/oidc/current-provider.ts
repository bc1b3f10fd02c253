import type Provider from "oidc-provider";
import { minute } from "../../shared/durations.ts";
import type { Services } from "../services.ts";
import { createProvider } from "./create-provider.ts";
import { signingKeys, wantsRsa } from "./signing-keys.ts";

interface Current {
  provider: Provider;
  /** Lets it answer a request. */
  answer: ReturnType<Provider["callback"]>;
  /** Identifiers of the keys that it was built with, in their order. */
  keys: string;
  /** Whether they had to have one of RSA: an application that wants it may have been added since. */
  rsa: boolean;
  checkedAt: number;
}

/** How long the present keys are believed, milliseconds: other processes renew them too. */
const keysBelieved = minute;

const providers = new WeakMap<Services, Promise<Current>>();

/**
 * The provider with the signing keys of now. The library fixes its keys when it is built, so with other keys another
 * provider takes over between two requests; everything else lives in the store.
 */
export async function currentProvider(services: Services): Promise<Current> {
  const present = await providers.get(services);
  const isBelieved = present !== undefined && services.now() - present.checkedAt < keysBelieved;
  if (isBelieved && (present.rsa || !wantsRsa(services))) return present;
  const next = renewed(services, present);
  providers.set(services, next);
  next.catch(() => providers.delete(services));
  return next;
}

async function renewed(services: Services, present: Current | undefined): Promise<Current> {
  const checkedAt = services.now();
  const rsa = wantsRsa(services);
  const jwks = await signingKeys(services);
  const keys = jwks.map(({ kid }) => kid).join(" ");
  if (present?.keys === keys) return { ...present, rsa, checkedAt };
  const provider = createProvider(services, jwks);
  return { provider, answer: provider.callback(), keys, rsa, checkedAt };
}
