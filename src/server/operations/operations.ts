import packageFile from "../../../package.json" with { type: "json" };
import { guardedFetch } from "../outgoing/guarded-fetch.ts";
import type { Services } from "../services.ts";
import { createErrorSink, type ErrorSink } from "./error-sink.ts";
import { createMinuteCounts, type MinuteCounts } from "./minute-counts.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { sentryForward } from "./sentry.ts";

/** What tells operators how the service does. */
export interface Operations {
  counts: MinuteCounts;
  errors: ErrorSink;
  pulse: Pulse;
  /** Writes and forwards what is left; the store must still be open. */
  settle(): Promise<void>;
}

/** Version of the service. */
export const { version } = packageFile;

export function createOperations({
  settings,
  store,
  log,
  metrics,
  now,
}: Pick<Services, "settings" | "store" | "log" | "metrics" | "now">): Operations {
  const { sentry, privateAddresses, environment } = settings;
  const counts = createMinuteCounts(store, now);
  const forward =
    sentry === undefined
      ? undefined
      : sentryForward(sentry, guardedFetch(privateAddresses), log, { environment, release: version });
  return {
    counts,
    errors: createErrorSink({ log, counts, metrics, now, forward }),
    pulse: createPulse(now),
    settle: async () => {
      await Promise.allSettled([counts.write(), forward?.settle()]);
    },
  };
}
