import { defaultReturnUrl } from "../../shared/constants.ts";
import { returnUrlOf, siteUrl } from "../../shared/return-url.ts";
import type { ReturnTarget } from "../call.ts";
import type { Services } from "../services.ts";
import { findAuthorizationRequest } from "../store/authorization-requests.ts";
import { clientOfUid, requestUid } from "./authorization-request.ts";
import { clientOf } from "./client-of.ts";
import { startedClient } from "./start-address.ts";

/**
 * What the return address of a request's query stands for, also where it leads to a page that comes back to an
 * application itself. The address of a request that is not known (any more) stays as it is: there the provider leads on, or
 * explains it.
 */
export async function targetOf(services: Services, query: URLSearchParams): Promise<ReturnTarget> {
  const returnUrl = returnUrlOf(query);
  const uid = waitingUid(returnUrl);
  const { store, settings, now } = services;
  const request = uid && (await findAuthorizationRequest(store.db, settings.secretKeys, uid, now()));
  if (!request) {
    const started = uid === undefined ? startedClient(returnUrl) : clientOfUid(uid);
    return { returnUrl, request: null, client: started === undefined ? null : clientOf(services, started) };
  }
  return { returnUrl, request, client: clientOf(services, request.clientId) };
}

/** How many pages a return address may lead back through: a detour from a detour is rare. */
const mostPages = 4;

/** The request that waits behind a return address: its own, or that of the page which it comes back to. */
function waitingUid(returnUrl: string): string | undefined {
  let address = returnUrl;
  for (let pages = 0; pages <= mostPages && address !== defaultReturnUrl; pages += 1) {
    const uid = requestUid(address);
    if (uid !== undefined) return uid;
    address = returnUrlOf(siteUrl(address).searchParams);
  }
  return undefined;
}
