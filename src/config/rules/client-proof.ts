import type { ClientConfig } from "../../generated/config.ts";
import type { Rule } from "./rule.ts";

export const clientProof: Rule = {
  id: "client-proof",
  stops: true,
  finds:
    "An application on its person's device that has a secret, or one that nobody signs in to and that cannot prove who it is either.",
  why: "What every person's device holds is no secret (RFC 8252, section 8.5), and only who is known is told about tokens (RFC 7662, section 2.1).",
  example: {
    file: "clients.config.json",
    wrong: '"native": true, "secretEnvironment": "PAYROLL_SECRET", "requires": "vendor"',
    right: '"requires": "vendor"',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, client]) =>
      problemsOf(client).map(([path, message]) =>
        clients.at(["clients", id, ...path], "client-proof", message),
      ),
    ),
};

function problemsOf({
  native,
  secretEnvironment,
  redirectUris,
}: ClientConfig): [path: string[], message: string][] {
  if (native && secretEnvironment !== undefined)
    return [[["secretEnvironment"], "Each device would hold it: a native application has PKCE alone."]];
  if (redirectUris === undefined && secretEnvironment === undefined)
    return [[[], `It has neither "redirectUris" to sign in nor "secretEnvironment" to ask about tokens.`]];
  return [];
}
