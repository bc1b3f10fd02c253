import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerAddress } from "./context.ts";
import { onCallerLeft } from "./on-caller-left.ts";
import { routeOf } from "./route-of.ts";

/**
 * One line per answer, or for a caller who did not wait for it. Says which route was asked, never the address as it was sent:
 * paths and queries may hold what nobody else may read (security, LG-1).
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info({ ...asked(request, reply), status: reply.statusCode }, "answered");
    done();
  });
  onCallerLeft(app, (request, reply) => request.log.info(asked(request, reply), "not waited for"));
}

function asked(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    milliseconds: Math.round(reply.elapsedTime),
    address: callerAddress(request),
  };
}
