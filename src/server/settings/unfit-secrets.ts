import type { Config } from "../../config/read-config.ts";
import { namedSecret, SecretError } from "./secret-files.ts";

/** Sentences about secrets that the configuration names and nobody has set, or that can be guessed. */
export interface UnfitSecrets {
  /** Of partners' captchas, in whose place our own puzzle is there. */
  captcha: string[];
  /** Of applications and providers. */
  signIn: string[];
}

/** Nobody counts how often an application's secret is guessed at, so none may be guessed (RFC 6749, section 10.10). */
const leastClientSecret = 32;

/** What is wrong with the secrets that the configuration names: a sentence for each. */
export function unfitSecrets(config: Config, environment: Record<string, string | undefined>): UnfitSecrets {
  // A partner that has the default's keys says nothing of its own.
  const partners = [...config.workspace.partners].flatMap(([id, { value }]) =>
    Object.values(value.captcha ?? {}).map((key) => ({ owner: `partner "${id}"`, ...key })),
  );
  const owners = [
    ...Object.entries(config.clients).map(([id, client]) => ({
      owner: `client "${id}"`,
      least: leastClientSecret,
      ...client,
    })),
    ...Object.entries(config.vendors).map(([id, vendor]) => ({ owner: `vendor "${id}"`, ...vendor })),
  ];
  const problemsOf = (all: { owner: string; least?: number; secretEnvironment?: string | undefined }[]) =>
    all.flatMap(({ owner, least = 1, secretEnvironment }) => {
      try {
        if (secretEnvironment === undefined) return [];
        const isGuessed = namedSecret(secretEnvironment, owner, environment).length < least;
        return isGuessed
          ? [
              `${secretEnvironment} is shorter than ${least} characters: ${owner} names it as the variable of its secret`,
            ]
          : [];
      } catch (error) {
        if (error instanceof SecretError) return [error.message];
        throw error;
      }
    });
  return { captcha: problemsOf(partners), signIn: problemsOf(owners) };
}
