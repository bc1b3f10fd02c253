import { callerAddress } from "../request/context.ts";
import type { AnswerEnd } from "./answer-ends.ts";

/**
 * One line per answer, or for a caller who did not wait for it. Says which route was asked, never the address as it was sent:
 * paths and queries may hold what nobody else may read (security, LG-1).
 */
export const logAnswer: AnswerEnd = ({ request, reply, whole, routeOptions, milliseconds }) => {
  if (!request.server.services.log.isLevelEnabled("info")) return;
  const asked = {
    method: request.method,
    route: routeOptions.url ?? null,
    milliseconds: Math.round(milliseconds),
    address: callerAddress(request),
  };
  if (whole) request.log.info({ ...asked, status: reply.statusCode }, "answered");
  else request.log.info(asked, "not waited for");
};
