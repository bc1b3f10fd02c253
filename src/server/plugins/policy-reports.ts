import type { FastifyInstance } from "fastify";
import { minute } from "../../shared/durations.ts";
import { screenAt } from "../../shared/screens.ts";
import { addressKey } from "../domain/address-key.ts";
import { reportLockout } from "../domain/lockout.ts";
import { type PolicyViolation, violationsOf } from "../domain/policy-violation.ts";
import { badRequest, tooMany } from "../problem.ts";
import { callerAddress } from "../request/context.ts";
import type { Services } from "../services.ts";
import { takeTry } from "../store/throttle.ts";

/** Where browsers tell what a policy kept out. */
export const policyReportPath = "/policy-reports";

/** What browsers call a report, in the older form and in that of the Reporting API. */
const mediaTypes = ["application/csp-report", "application/reports+json"];
const longest = 16 * 1024;
/** The same violation is told in the log once in this time, milliseconds, and so many different ones at most. */
const toldFor = 10 * minute;
const mostTold = 100;

/**
 * Takes what browsers report about the content security policy (security, HD-2): each is counted, and new ones are a line of
 * the log. Nobody has to be believed: it has no cookie and no token, and whatever is sent, the log grows by a bounded number
 * of bounded lines.
 */
export async function policyReports(app: FastifyInstance, services: Services): Promise<void> {
  const { store, log, now, operations } = services;
  const isNew = createNovelty(now);
  app.addContentTypeParser(
    mediaTypes,
    { parseAs: "string", bodyLimit: longest },
    app.getDefaultJsonParser("error", "error"),
  );
  app.post(policyReportPath, async (request, reply) => {
    const key = `policy:${addressKey(callerAddress(request))}`;
    const taken = await takeTry(store.db, key, reportLockout, now());
    if (!taken.allowed) throw tooMany(taken.retryAfterSeconds);
    const violations = violationsOf(request.body);
    if (violations === undefined) throw badRequest("no report of a policy");
    for (const violation of violations) {
      operations.counts.add("policy.violated");
      // Only paths that are ours: others may hold anything.
      const told = { ...violation, page: screenAt(services.config().screens, violation.page).path };
      if (isNew(told)) log.warn({ supportCode: request.id, ...told }, "the policy of a page was violated");
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}

/** Says whether a violation was not told lately. Where too many are remembered, nothing is new until some are forgotten. */
function createNovelty(now: () => number): (violation: PolicyViolation) => boolean {
  const until = new Map<string, number>();
  return ({ directive, blocked, page }) => {
    const key = JSON.stringify([directive, blocked, page]);
    for (const [known, end] of until) {
      if (end > now()) break;
      until.delete(known);
    }
    if (until.has(key) || until.size >= mostTold) return false;
    until.set(key, now() + toldFor);
    return true;
  };
}
