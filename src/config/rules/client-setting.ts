import type { Rule } from "./rule.ts";

/** What says something about a sign-in alone. */
const ofSignIn = [
  "backChannelLogoutUri",
  "idTokenAlgorithm",
  "refreshTokens",
  "requires",
  "scopes",
  "vendorId",
] as const;

export const clientSetting: Rule = {
  id: "client-setting",
  stops: false,
  finds:
    "An entry about the sign-in of an application that nobody signs in to, or a provider of one that does not require it.",
  why: "Somebody would look for an effect that never comes.",
  example: {
    file: "clients.config.json",
    wrong:
      '"audit": { "name": "Audit", "secretEnvironment": "AUDIT_SECRET", "refreshTokens": true }, "payroll": {',
    right: '"payroll": {',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, client]) => {
      const at = (entry: string, message: string) => clients.at(["clients", id, entry], message);
      if (client.redirectUris === undefined)
        return ofSignIn
          .filter((entry) => client[entry] !== undefined && client[entry] !== "any")
          .map((entry) => at(entry, `Nobody signs in to it: add "redirectUris", or take "${entry}" out.`));
      const { vendorId, requires = "any" } = client;
      const isFree = vendorId !== undefined && requires === "any";
      return isFree
        ? [at("vendorId", `It does not require a provider: add "requires": "vendor", or take it out.`)]
        : [];
    }),
};
