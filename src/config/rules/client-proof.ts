import type { Rule } from "./rule.ts";

export const clientProof: Rule = {
  id: "client-proof",
  stops: true,
  finds: "An application on its person's device that has a secret.",
  why: "What every person's device holds is no secret (RFC 8252, section 8.5).",
  example: {
    file: "clients.config.json",
    wrong: '"native": true, "secretEnvironment": "PAYROLL_SECRET", "requires": "vendor"',
    right: '"requires": "vendor"',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, { native, secretEnvironment }]) => {
      const at = (key: string, message: string) => [
        clients.at(["clients", id, key], "client-proof", message),
      ];
      if (native && secretEnvironment !== undefined)
        return at("secretEnvironment", "Each device would hold it: a native application has PKCE alone.");
      return [];
    }),
};
