import type { FastifyInstance } from "fastify";
import { callerAddress } from "./context.ts";

/**
 * One line per answer. Says which route was asked, never the address as it was sent: paths and queries may hold
 * what nobody else may read (security, LG-1).
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.is404 ? null : (request.routeOptions.url ?? null),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        address: callerAddress(request),
      },
      "answered",
    );
  });
}
