import type { Config } from "../../config/read-config.ts";
import { type Environment, namedSecret, SecretError } from "./secret-files.ts";

/** Sentences about secrets that the configuration names and nobody has set, or that can be guessed. */
export interface UnfitSecrets {
  /** Of partners' captchas, in whose place our own puzzle is there. */
  captcha: string[];
  /** Of applications and providers. */
  signIn: string[];
}

/** Nobody counts how often an application's secret is guessed at, so none may be guessed (RFC 6749, section 10.10). */
const leastClientSecret = 32;

/** All that it may hold (RFC 6749, appendix A.2); an application that has anything else is unknown to the library. */
const clientSecretText = /^[ -~]*$/;

interface SecretOwner {
  owner: string;
  secretEnvironment?: string;
  /** What is wrong with a secret that is set. */
  problemOf?: (secret: string) => string | undefined;
}

/** What is wrong with the secrets that the configuration names: a sentence for each. */
export function unfitSecrets(config: Config, environment: Environment): UnfitSecrets {
  // A partner that has the default's keys says nothing of its own.
  const partners = [...config.workspace.partners].flatMap(([id, { value }]) =>
    Object.values(value.captcha ?? {}).map((key) => ({ owner: `partner "${id}"`, ...key })),
  );
  const owners = [
    ...Object.entries(config.clients).map(([id, client]) => ({
      owner: `client "${id}"`,
      problemOf: clientSecretProblem,
      ...client,
    })),
    ...Object.entries(config.vendors).map(([id, vendor]) => ({ owner: `vendor "${id}"`, ...vendor })),
  ];
  const problemsOf = (all: SecretOwner[]) =>
    all.flatMap(({ owner, problemOf, secretEnvironment }) => {
      try {
        if (secretEnvironment === undefined) return [];
        const secret = namedSecret(secretEnvironment, owner, environment);
        const problem = problemOf?.(secret);
        return problem === undefined
          ? []
          : [`${secretEnvironment} ${problem}: ${owner} names it as the variable of its secret`];
      } catch (error) {
        if (error instanceof SecretError) return [error.message];
        throw error;
      }
    });
  return { captcha: problemsOf(partners), signIn: problemsOf(owners) };
}

function clientSecretProblem(secret: string): string | undefined {
  if (secret.length < leastClientSecret) return `is shorter than ${leastClientSecret} characters`;
  return clientSecretText.test(secret) ? undefined : "has characters that are not printable ASCII";
}
