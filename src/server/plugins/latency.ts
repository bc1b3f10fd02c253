import type { FastifyInstance } from "fastify";
import { latencyStep } from "../domain/latency.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Somebody waits for the answer: it counts in the latency of the operations page. */
    awaited?: boolean;
  }
}

/** Counts by the minute how long pages and calls take, those left out that a page makes by itself. */
export function countLatency(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.awaited !== true) return;
    request.server.services.operations.counts.add(`latency.${latencyStep(reply.elapsedTime)}`);
  });
}
