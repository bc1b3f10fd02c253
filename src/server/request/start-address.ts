import { defaultReturnUrl } from "../../shared/constants.ts";
import type { Services } from "../services.ts";
import { clientOf } from "./client-of.ts";

/** Path that leads to where an application starts, as `oidc/application-start.ts` answers it; its identifier follows. */
export const startPath = "/connect/start/";

/** A return address of this site that leads to where an application starts; without such a place, `/`. */
export function startAddress(services: Services, clientId: string | null): string {
  return clientId !== null && startUrlOf(services, clientId) !== undefined
    ? startPath + clientId
    : defaultReturnUrl;
}

/** The application that a return address made by `startAddress` leads to. */
export function startedClient(returnUrl: string): string | undefined {
  return returnUrl.startsWith(startPath) ? returnUrl.slice(startPath.length) : undefined;
}

/** Where an application starts, of an identifier that a request may have brought; undefined: no such application, or it does not say. */
export function startUrlOf(services: Services, clientId: string): string | undefined {
  return clientOf(services, clientId)?.startUrl;
}
