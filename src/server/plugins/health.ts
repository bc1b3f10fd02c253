import type { FastifyInstance } from "fastify";
import { StoreUnavailable } from "../store/store-unavailable.ts";

/** Addresses for what watches the process; they tell nothing else (security, OPS-1). */
export const healthPaths = { live: "/healthz", ready: "/readyz" } as const;

/** `/healthz`: the process answers. `/readyz`: its database answers too. */
export function health(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get(healthPaths.live, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "up" };
  });
  app.get(healthPaths.ready, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await ping();
      return { status: "up" };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return reply.code(503).header("retry-after", error.retryAfterSeconds).send({ status: "down" });
    }
  });
}
