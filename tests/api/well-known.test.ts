import { expect, it } from "vitest";
import { onSqlite } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";

onSqlite((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });
  const locationOf = async (browser: TestClient) => {
    const { status, headers } = await browser.send("/.well-known/change-password");
    return [status, headers.location, headers["cache-control"]];
  };

  it("leads a password manager to the change of the password, by way of the sign-in", async () => {
    const person = await server().addUser();
    const browser = server().browser();
    const asked = "/account/login?returnUrl=%2Faccount%2Fchange-password";
    expect(await locationOf(browser)).toEqual([303, asked, "no-store"]);
    await browser.signIn(person.username, testPassword);
    expect(await locationOf(browser)).toEqual([303, "/account/change-password", "no-store"]);
  });

  it("tells where passkeys are added and managed", async () => {
    const { status, headers, json } = await server().browser().send("/.well-known/passkey-endpoints");
    const address = `${server().services.settings.publicUrl}/account/registerdevice`;
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(json).toEqual({ enroll: address, manage: address });
  });

  it("answers nothing at an address that nobody has, by which password managers know that", async () => {
    const nowhere = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
    expect((await server().browser().send(nowhere)).status).toBe(404);
  });
});
