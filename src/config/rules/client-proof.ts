import type { ClientConfig } from "../../generated/config.ts";
import type { Rule } from "./rule.ts";

export const clientProof: Rule = {
  id: "client-proof",
  stops: true,
  finds:
    "An application that proves itself in two ways, or from its person's device by a secret or keys, or that nobody signs in to and that cannot prove who it is either.",
  why: "A client has one way to prove itself (RFC 6749, section 2.3), what every person's device holds is no secret (RFC 8252, section 8.5), and only who is known is told about tokens (RFC 7662, section 2.1).",
  example: {
    file: "clients.config.json",
    wrong: '"native": true, "secretEnvironment": "PAYROLL_SECRET", "requires": "vendor"',
    right: '"requires": "vendor"',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, client]) =>
      problemsOf(client).map(([path, message]) => clients.at(["clients", id, ...path], message)),
    ),
};

function problemsOf(client: ClientConfig): [path: string[], message: string][] {
  const [proof, more] = (["secretEnvironment", "jwksUri"] as const).filter(
    (key) => client[key] !== undefined,
  );
  if (client.native && proof !== undefined)
    return [[[proof], "Each device would hold it: a native application has PKCE alone."]];
  if (more !== undefined) return [[[more], `It proves itself by "${proof}" already: leave out one of them.`]];
  if (client.redirectUris === undefined && proof === undefined)
    return [
      [
        [],
        `It has neither "redirectUris" to sign in nor "secretEnvironment" or "jwksUri" to ask about tokens.`,
      ],
    ];
  return [];
}
