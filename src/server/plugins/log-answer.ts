import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnswerEnd } from "./answer-ends.ts";
import { callerAddress } from "./context.ts";
import { routeOf } from "./route-of.ts";

/**
 * One line per answer, or for a caller who did not wait for it. Says which route was asked, never the address as it was sent:
 * paths and queries may hold what nobody else may read (security, LG-1).
 */
export const logAnswer: AnswerEnd = (request, reply, whole) => {
  if (whole) request.log.info({ ...asked(request, reply), status: reply.statusCode }, "answered");
  else request.log.info(asked(request, reply), "not waited for");
};

function asked(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    milliseconds: Math.round(reply.elapsedTime),
    address: callerAddress(request),
  };
}
