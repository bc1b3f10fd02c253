import type { Config } from "../config/read-config.ts";

/** What is wrong with the secrets that the configuration names by environment variable: a sentence for each. */
export function missingSecrets(config: Config, environment: Record<string, string | undefined>): string[] {
  // A partner that has the default's keys says nothing of its own.
  const partners = [...config.workspace.partners].flatMap(([id, { value }]) =>
    Object.values(value.captcha ?? {}).map((key) => ({ owner: `partner "${id}"`, ...key })),
  );
  const owners = [
    ...partners,
    ...Object.entries(config.clients).map(([id, client]) => ({ owner: `client "${id}"`, ...client })),
    ...Object.entries(config.vendors).map(([id, vendor]) => ({ owner: `vendor "${id}"`, ...vendor })),
  ];
  return owners.flatMap(({ owner, secretEnvironment: variable }) =>
    variable === undefined || environment[variable]
      ? []
      : [`${variable} is not set: ${owner} names it as the variable of its secret`],
  );
}
