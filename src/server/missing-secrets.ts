import type { Config } from "../config/read-config.ts";

/** What is wrong with the secrets that clients and vendors name by environment variable: a sentence for each. */
export function missingSecrets(config: Config, environment: Record<string, string | undefined>): string[] {
  const owners = [
    ...Object.entries(config.clients).map(([id, client]) => ({ owner: `client "${id}"`, ...client })),
    ...Object.entries(config.vendors).map(([id, vendor]) => ({ owner: `vendor "${id}"`, ...vendor })),
  ];
  return owners.flatMap(({ owner, secretEnvironment: variable }) =>
    variable === undefined || environment[variable]
      ? []
      : [`${variable} is not set: ${owner} names it as the variable of its secret`],
  );
}
