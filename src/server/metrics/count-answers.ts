import type { AnswerEnd } from "../plugins/answer-ends.ts";
import type { Metrics } from "./metrics.ts";

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/**
 * Counts every request and how long it took, those too whose callers did not wait; by the route that was asked, never by an
 * address, which anybody may make up.
 */
export function countAnswers({ requests }: Pick<Metrics, "requests">): AnswerEnd {
  return ({ request, reply, whole, routeOptions, milliseconds }) => {
    const method = methods.has(request.method) ? request.method : "other";
    const status = whole ? `${Math.floor(reply.statusCode / 100)}xx` : "left";
    requests.observe({ method, route: routeOptions.url ?? "none", status }, milliseconds / 1000);
  };
}
