import type { FastifyInstance, HTTPMethods } from "fastify";
import { Problem } from "../problem.ts";

const all: HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers an address that is asked by another method than it takes: which ones it does (RFC 9110, section 15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, url: string, taken: readonly string[]): void {
  app.route({
    method: all.filter((method) => !taken.includes(method)),
    url,
    handler: async (_request, reply) => {
      reply.header("allow", taken.join(", "));
      throw new Problem(405, "the address takes another method");
    },
  });
}
