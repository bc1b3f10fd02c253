import type { FastifyInstance } from "fastify";
import { defaultReturnUrl } from "../../shared/constants.ts";
import { startPath, startUrlOf } from "../request/start-address.ts";
import type { Services } from "../services.ts";

/** Leads to where an application starts: the end of a sign-in that no request of it waits for. */
export function applicationStart(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { clientId: string } }>(`${startPath}:clientId`, async (request, reply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(startUrlOf(services, request.params.clientId) ?? defaultReturnUrl, 303),
  );
}
