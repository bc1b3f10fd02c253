import type { FastifyInstance } from "fastify";
import { defaultReturnUrl } from "../../shared/constants.ts";
import type { Services } from "../services.ts";
import { clientOf } from "./clients.ts";

const prefix = "/connect/start/";

/** Leads to where an application starts: the end of a sign-in that no request of it waits for. */
export function applicationStart(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { clientId: string } }>(`${prefix}:clientId`, async (request, reply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(startUrlOf(services, request.params.clientId) ?? defaultReturnUrl, 303),
  );
}

/** A return address of this site that leads to where an application starts; without such a place, `/`. */
export function startAddress(services: Services, clientId: string | null): string {
  return clientId !== null && startUrlOf(services, clientId) !== undefined
    ? prefix + clientId
    : defaultReturnUrl;
}

/** The application that a return address made by `startAddress` leads to. */
export function startedClient(returnUrl: string): string | undefined {
  return returnUrl.startsWith(prefix) ? returnUrl.slice(prefix.length) : undefined;
}

/** Where an application starts, of an identifier that a request may have brought; undefined: no such application, or it does not say. */
export function startUrlOf(services: Services, clientId: string): string | undefined {
  return clientOf(services, clientId)?.startUrl;
}
