import { minute } from "../shared/durations.ts";
import { startDelivery } from "./delivery/delivery.ts";
import { openGateways } from "./delivery/open-gateways.ts";
import { endExpiredSessions, keepSessionAges } from "./oidc/session-life.ts";
import { tellApplications } from "./oidc/tell-applications.ts";
import { writeEvery } from "./operations/minute-counts.ts";
import { type BackgroundWork, runInBackground, together } from "./process/run-in-background.ts";
import type { Services } from "./services.ts";
import { sweepOnce } from "./store/sweep.ts";

const sweepEvery = 10 * minute;

/** Starts what a server does beside its answers. Woken, it sends what was put in line at once. */
export function startBackgroundWork(services: Services): BackgroundWork {
  const sender = together([...signOuts(services), ...messages(services)]);
  const all = together([sender, counts(services), sweeps(services)]);
  return { wake: sender.wake, stop: all.stop };
}

/** Deletes what has expired. Not at the start, at which there is enough to do. */
function sweeps({ settings, store, now, log }: Services): BackgroundWork {
  const { auditLife } = settings;
  const sweep = async (stopping: AbortSignal) => {
    await sweepOnce(store.db, { auditLife, every: sweepEvery }, now(), stopping);
  };
  return runInBackground(log, "sweeper", sweep, { every: sweepEvery, first: sweepEvery });
}

/**
 * Ends the sessions that nobody uses, also where the clock was set back, and tells the applications whose sessions have ended:
 * each by itself, so that neither waits for the other.
 */
function signOuts(services: Services): BackgroundWork[] {
  const { log } = services;
  const ends = runInBackground(log, "session ends", async (stopping) => {
    await keepSessionAges(services);
    await endExpiredSessions(services, stopping);
  });
  return [ends, runInBackground(log, "sign-outs", (stopping) => tellApplications(services, stopping))];
}

/** Writes what was counted for the operations page. */
function counts({ log, operations }: Services): BackgroundWork {
  return runInBackground(log, "counts", operations.counts.write, { every: writeEvery });
}

/** Sends the messages of each channel that has a gateway. */
function messages(services: Services): BackgroundWork[] {
  const { settings, log } = services;
  const { mail, sms } = settings.gateways;
  if (!mail)
    log.warn("neither VESTIBULE_SMTP_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is set: mails reach nobody");
  if (!sms)
    log.warn(
      "neither VESTIBULE_SMS_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is set: text messages reach nobody",
    );
  return mail || sms ? [startDelivery(services, openGateways(settings.gateways))] : [];
}
