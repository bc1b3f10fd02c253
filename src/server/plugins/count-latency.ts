import { latencyStep } from "../domain/latency-steps.ts";
import type { AnswerEnd } from "./answer-ends.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Somebody waits for the answer: it counts in the latency of the operations page. */
    awaited?: boolean;
  }
}

/** Counts by the minute how long pages and calls take, those left out that a page makes by itself. */
export const countLatency: AnswerEnd = ({ request, whole, routeOptions, milliseconds }) => {
  if (whole && routeOptions.config.awaited === true)
    request.server.services.operations.counts.add(`latency.${latencyStep(milliseconds)}`);
};
