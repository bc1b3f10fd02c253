import type { Logger } from "pino";
import type { Config } from "../config/read-config.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { createOperations, type Operations } from "./operations/operations.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords/password-hash.ts";
import type { Settings } from "./settings/settings.ts";
import type { Store } from "./store/store.ts";

/** What lives as long as the process; every handler gets it. */
export interface Services {
  settings: Settings;
  store: Store;
  /** The last good configuration. */
  config(): Config;
  hasher: PasswordHasher;
  log: Logger;
  /** What tells operators how the service does. */
  operations: Operations;
  /** What is counted for `/metrics`. */
  metrics: Metrics;
  /** Says that something was put in line, a message or a notice to an application, so that it is sent at once. */
  wakeDelivery(): void;
  /** Epoch milliseconds; tests move it. */
  now(): number;
}

/** Puts together what follows from the settings with what is opened, and closed, by the caller. */
export function createServices(
  opened: Pick<Services, "settings" | "store" | "config" | "log" | "wakeDelivery" | "now">,
): Services {
  const metrics = createMetrics();
  return {
    ...opened,
    metrics,
    operations: createOperations({ ...opened, metrics }),
    hasher: createPasswordHasher(opened.settings.hash),
  };
}
