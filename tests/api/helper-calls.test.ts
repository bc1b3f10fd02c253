import { expect, it } from "vitest";
import type { CallName } from "../../src/shared/contract.ts";
import { onEachDatabase } from "../support/databases.ts";
import { addPersonWith } from "../support/second-factors.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

/** Calls that help a page before anything is proven. */
const helpers: CallName[] = [
  "IsRemoteAuthentication",
  "LocalAllowed",
  "LoginView",
  "LoginWith2FAView",
  "LoginWithRecoveryCodeView",
  "PinReference",
  "ProfileImage",
  "PasswordRules",
  "ExternalUser",
  "User",
  "Applications",
  "AssertionOptions",
];

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  it.each(helpers)("%s tells nothing of an account before a factor is proven", async (name) => {
    const person = await addPersonWith(server(), ["pin"]);
    const seen = async (username: string, userId: string) => {
      const browser = server().browser();
      const query = { username, login_hint: username, userId, id: userId };
      const { status, headers, text } = await browser.call(name, undefined, query);
      const { date: _, "set-cookie": __, ...others } = headers;
      const plain = text
        .replace(/"supportCode":"[^"]*"/, "")
        .replace(/"challenge":"[^"]*"/, "")
        .replaceAll(username, "<name>");
      return { status, others, plain };
    };
    const known = await seen(person.user.username, person.user.id);
    const unknown = "n".repeat(person.user.username.length);
    expect(known).toEqual(await seen(unknown, "0".repeat(person.user.id.length)));
    expect(known.plain).not.toContain(person.user.displayName);
  });
});
