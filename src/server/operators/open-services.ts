import { formatFinding } from "../../config/finding.ts";
import { readSources } from "../../config/read/sources.ts";
import { type Config, configOf } from "../../config/read-config.ts";
import { ConfigError } from "../../config/watch/watch-config.ts";
import { createLogger } from "../operations/logger.ts";
import { projectRoot } from "../project-root.ts";
import { readBuilt } from "../read-built.ts";
import { createServices, type Services } from "../services.ts";
import type { Settings } from "../settings/settings.ts";
import { openStore } from "../store/store.ts";

/**
 * What it takes to act on accounts beside a server, which sends what is put in line. The store must be closed by the caller. Throws
 * `ConfigError` where it is not the applications and providers alone that are wrong.
 */
export async function openServices(settings: Settings): Promise<Services> {
  const log = createLogger("warn", process.stderr);
  const config = await usableConfig(settings, log);
  const store = openStore({ ...settings, limited: false }, log);
  return createServices({
    settings,
    store,
    config: () => config,
    log,
    wakeDelivery: () => undefined,
    now: Date.now,
  });
}

/** A file that somebody has half written must not keep anybody from shutting an account. */
async function usableConfig(settings: Settings, log: Services["log"]): Promise<Config> {
  const built = await readBuilt();
  const sources = await readSources(projectRoot, settings, built);
  const { config, findings } = configOf(sources, built.proven);
  if (config !== undefined) return config;
  const { clientsFile, vendorsFile, texts } = sources;
  const none = new Map([...texts, [clientsFile, `{"clients":{}}`], [vendorsFile, `{"vendors":{}}`]]);
  const without = configOf({ ...sources, texts: none }, built.proven).config;
  if (without === undefined) throw new ConfigError(findings);
  const why =
    "the files of applications and providers are wrong: no application is told of sessions that end";
  log.warn({ findings: findings.map(formatFinding) }, why);
  return without;
}
