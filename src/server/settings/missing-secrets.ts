import type { Config } from "../../config/read-config.ts";
import { namedSecret, SecretError } from "./secret-files.ts";

/** What is wrong with the secrets that the configuration names: a sentence for each. */
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
  return owners.flatMap(({ owner, secretEnvironment }) => {
    try {
      if (secretEnvironment !== undefined) namedSecret(secretEnvironment, owner, environment);
      return [];
    } catch (error) {
      if (error instanceof SecretError) return [error.message];
      throw error;
    }
  });
}
