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
  app.addHook("onResponse", (request, reply, done) => {
    const { awaited } = request.routeOptions.config;
    if (awaited === true)
      request.server.services.operations.counts.add(`latency.${latencyStep(reply.elapsedTime)}`);
    done();
  });
}
