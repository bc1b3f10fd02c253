import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onCallerLeft } from "../plugins/on-caller-left.ts";
import { routeOf } from "../plugins/route-of.ts";
import type { Metrics } from "./metrics.ts";

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/**
 * Counts every request and how long it took, those too whose callers did not wait; by the route that was asked, never by an
 * address, which anybody may make up.
 */
export function countRequests(app: FastifyInstance, { requests }: Metrics): void {
  const count = (request: FastifyRequest, { elapsedTime }: FastifyReply, status: string) => {
    const method = methods.has(request.method) ? request.method : "other";
    requests.observe({ method, route: routeOf(request) ?? "none", status }, elapsedTime / 1000);
  };
  app.addHook("onResponse", (request, reply, done) => {
    count(request, reply, `${Math.floor(reply.statusCode / 100)}xx`);
    done();
  });
  onCallerLeft(app, (request, reply) => count(request, reply, "left"));
}
