import { readConfig } from "../../config/read-config.ts";
import { ConfigError } from "../../config/watch-config.ts";
import { createLogger } from "../logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createOperations } from "../operations/operations.ts";
import { createPasswordHasher } from "../passwords/password-hash.ts";
import { projectRoot } from "../project-root.ts";
import type { Services } from "../services.ts";
import type { Settings } from "../settings/settings.ts";
import { openStore } from "../store/store.ts";

/** What it takes to act on accounts beside a server, which sends what is put in line. The store must be closed by the caller. Throws `ConfigError`. */
export async function openServices(settings: Settings): Promise<Services> {
  const { config, findings } = await readConfig(projectRoot, settings);
  if (config === undefined) throw new ConfigError(findings);
  const log = createLogger("warn", process.stderr);
  const store = openStore({ ...settings, limited: false }, log);
  const metrics = createMetrics();
  return {
    settings,
    store,
    metrics,
    operations: createOperations({ settings, store, log, metrics, now: Date.now }),
    config: () => config,
    hasher: createPasswordHasher(settings.hash),
    log,
    wakeDelivery: () => undefined,
    now: Date.now,
  };
}
