import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { minute } from "../../shared/durations.ts";
import type { Services } from "../services.ts";
import { createProvider } from "./create-provider.ts";
import { signingKeys, wantsRsa } from "./signing-keys.ts";

interface Current {
  provider: Provider;
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
export async function currentProvider(services: Services): Promise<Provider> {
  const present = await providers.get(services);
  const isBelieved = present !== undefined && services.now() - present.checkedAt < keysBelieved;
  if (isBelieved && (present.rsa || !wantsRsa(services))) return present.provider;
  const next = renewed(services, present);
  providers.set(services, next);
  next.catch(() => providers.delete(services));
  return (await next).provider;
}

async function renewed(services: Services, present: Current | undefined): Promise<Current> {
  const checkedAt = services.now();
  const rsa = wantsRsa(services);
  const jwks = await signingKeys(services);
  const keys = jwks.map(({ kid }) => kid).join(" ");
  if (present?.keys === keys) return { ...present, rsa, checkedAt };
  return { provider: createProvider(services, jwks), keys, rsa, checkedAt };
}

const callbacks = new WeakMap<Provider, ReturnType<Provider["callback"]>>();

/** Lets the library answer a request. */
export async function answerBy(
  provider: Provider,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let callback = callbacks.get(provider);
  if (callback === undefined) {
    callback = provider.callback();
    callbacks.set(provider, callback);
  }
  await callback(message, response);
}
