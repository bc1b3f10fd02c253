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
  finds: "An entry about the sign-in of an application that nobody signs in to.",
  why: "Somebody would look for an effect that never comes.",
  example: {
    file: "clients.config.json",
    wrong:
      '"audit": { "name": "Audit", "secretEnvironment": "AUDIT_SECRET", "refreshTokens": true }, "payroll": {',
    right: '"payroll": {',
  },
  check: ({ clients }) =>
    Object.entries(clients.value.clients).flatMap(([id, client]) => {
      if (client.redirectUris !== undefined) return [];
      return ofSignIn
        .filter((entry) => client[entry] !== undefined)
        .map((entry) => {
          const message = `Nobody signs in to it: add "redirectUris", or take "${entry}" out.`;
          return clients.at(["clients", id, entry], "client-setting", message);
        });
    }),
};
