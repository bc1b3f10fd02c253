import type { Logger } from "pino";
import { formatFinding } from "../config/finding.ts";
import type { Built } from "../config/read/program.ts";
import type { Config } from "../config/read-config.ts";
import { type ConfigSource, watchConfig } from "../config/watch/watch-config.ts";
import { StartError } from "./process/start-error.ts";
import type { Environment } from "./settings/secret-files.ts";
import type { Settings } from "./settings/settings.ts";
import { unfitSecrets } from "./settings/unfit-secrets.ts";

/**
 * The configuration of a running server, which writes what is wrong with it to the log; none whose secrets are not set is taken.
 * Throws `StartError` where those of the first one are not, and what `watchConfig` throws. `built`: see there.
 */
export async function openConfiguration(
  root: string,
  settings: Settings,
  environment: Environment,
  log: Logger,
  built: Built,
): Promise<ConfigSource> {
  const isTried = settings.environment === "development";
  const unfitOf = (config: Config) => {
    const { captcha, signIn } = unfitSecrets(config, environment);
    // Whoever tries a partner's keys at home has no secret of them, and our own puzzle comes all the same.
    return isTried ? { unfit: signIn, spared: captcha } : { unfit: [...captcha, ...signIn], spared: [] };
  };
  let told: readonly string[] = [];
  const source = await watchConfig(root, settings, {
    all: isTried,
    built,
    onFindings: (findings, taken) => {
      const what = taken ? "configuration taken although" : "configuration not taken";
      for (const finding of findings) log.error(`${what}: ${formatFinding(finding)}`);
    },
    onError: (error) =>
      log.error({ err: error }, "a look at the configuration failed; it is tried again every ten seconds"),
    accepts: (next, isNew) => {
      const { unfit } = unfitOf(next);
      const news = isNew ? unfit : unfit.filter((sentence) => !told.includes(sentence));
      for (const sentence of news) log.error(`configuration not taken: ${sentence}`);
      told = unfit;
      return unfit.length === 0;
    },
  });
  source.onChange(({ hash }) => log.info({ configHash: hash }, "configuration taken"));
  const { unfit, spared } = unfitOf(source.current());
  if (unfit.length > 0) throw new StartError(unfit.join("\n"));
  for (const sentence of spared) log.warn(`${sentence}; our own puzzle takes its place`);
  return source;
}
