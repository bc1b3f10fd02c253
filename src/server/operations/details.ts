import type { AnswerOf } from "../../shared/contract.ts";
import { belowBaseline } from "../domain/baseline.ts";
import type { Services } from "../services.ts";
import { waitingMessages } from "../store/messages.ts";
import { countSignOutNotices } from "../store/sign-out-notices.ts";
import { vendorName } from "../vendor-config.ts";
import { lastHour } from "./last-hour.ts";
import type { CheckResult } from "./looks.ts";
import { version } from "./operations.ts";

type Details = Omit<AnswerOf<"SystemStatus">, "status">;

/** How the service does, for those who run it. */
export async function systemDetails(services: Services, checks: CheckResult[]): Promise<Details> {
  const { store, hasher, config, now } = services;
  const [[hour, totals], messages, signOuts] = await Promise.all([
    lastHour(services),
    waitingMessages(store.db, now()),
    countSignOutNotices(store.db, now()),
  ]);
  const { running, waiting } = hasher.load();
  const { environment, publicUrl, databaseUrl, session, hash, gateways } = services.settings;
  const sent = { pin: gateways.mail !== undefined, sms: gateways.sms !== undefined };
  const installation = { environment, publicUrl, databaseUrl, session, hash, sent };
  return {
    at: now(),
    version,
    configHash: config().hash,
    uptime: Math.floor(process.uptime()),
    checks: checks.map((check) => withName(services, check)),
    queues: {
      messages: {
        waiting: messages.waiting,
        oldestSeconds:
          messages.oldestAt === null ? null : Math.max(0, Math.round((now() - messages.oldestAt) / 1000)),
        failed: totals.messagesGivenUp,
      },
      signOuts: { waiting: signOuts },
      hashes: { running, waiting },
    },
    errors: { client: totals.clientErrors, server: totals.serverErrors, policy: totals.policyViolations },
    baseline: belowBaseline(installation, Object.values(config().partners)),
    hour,
  };
}

/** What was found at a provider is told by the name that people know it by. */
function withName(services: Services, check: CheckResult): CheckResult {
  return check.subject === undefined ? check : { ...check, subject: vendorName(services, check.subject) };
}
