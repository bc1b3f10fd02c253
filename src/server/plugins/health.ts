import type { FastifyInstance } from "fastify";
import { StoreUnavailable } from "../store/store-unavailable.ts";

/**
 * `/healthz`: the process answers. `/readyz`: its database answers too, and the process does not end. They tell nothing else
 * (security, OPS-1).
 */
export function health(app: FastifyInstance, ping: () => Promise<void>, isEnding = () => false): void {
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "up" };
  });
  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (isEnding()) return reply.code(503).send({ status: "down" });
    try {
      await ping();
      return { status: "up" };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return reply.code(503).header("retry-after", error.retryAfterSeconds).send({ status: "down" });
    }
  });
}
