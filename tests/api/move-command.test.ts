import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as oidc from "openid-client";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../src/server/store/store.ts";
import { createTemporaryDatabase, type DatabaseSettings, postgresIsReachable } from "../support/databases.ts";
import { newestMessage } from "../support/messages.ts";
import { clientSecret, OidcSuite, secretVariable } from "../support/oidc-suite.ts";
import { runOperator } from "../support/operator-command.ts";
import { testClient } from "../support/relying-party.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer, testPassword } from "../support/server.ts";
import { freePort } from "../support/server-process.ts";

describe.skipIf(!postgresIsReachable)("a move to PostgreSQL", () => {
  it("signs nobody out: cookies, factors, mailed links and refresh tokens go on, and the file stays", async () => {
    process.env[secretVariable] = clientSecret;
    const port = await freePort();
    const [before, after] = [await database("sqlite"), await database("postgres")];
    const old = await startOn(before, port);
    const person = await addPersonWith(old.server, ["authenticator"], ["11112222333344445555"]);
    const user = await old.suite.personFor(["Nord"], { email: "moved@payroll.example" });
    const browser = old.server.browser();
    const { application, tokens } = await old.suite.signIn(browser, user, "web", {
      scope: "openid offline_access",
      prompt: "consent",
    });
    await old.server.browser().call("Recover", { username: user.username });
    const environment = {
      DATABASE_URL: after.databaseUrl ?? "",
      VESTIBULE_SECRET_KEY: old.server.services.settings.secretKeys[0].toString("base64"),
    };
    const move = () =>
      runOperator({ settings: () => before }, "move", [before.databaseFile], { environment });

    expect((await move()).error).toBe(
      `${before.databaseFile} is in use: stop the server, and every command on it, first.\n`,
    );
    await old.stop();
    const { code, output, error } = await move();
    expect([code, error]).toEqual([0, "Every row is copied; their indices are made now.\n"]);
    expect(output).toMatch(/^\d+ rows are moved: users 2, customers 1, memberships 1, /);

    const next = await startOn(after, port);
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
    const renewed = await oidc.refreshTokenGrant(application.configuration, tokens.refresh_token ?? "");
    expect(renewed.claims()?.sub).toBe(tokens.claims()?.sub);
    const elsewhere = next.server.browser();
    await givePassword(elsewhere, person);
    expect((await giveCode(elsewhere, "authenticator", appCode(next.server))).status).toBe(209);
    const { link } = await newestMessage(next.server, user.email);
    const newPassword = "seven slow boats upstream";
    const body = { state: link.searchParams.get("state"), newPassword, confirmPassword: newPassword };
    expect((await elsewhere.call("ResetPassword", body)).json.outcome).toBe("reset");
    await next.stop();

    // The way back.
    const again = await startOn(before, port);
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
    expect((await again.server.browser().signIn(user.username, testPassword)).status).toBe(209);
    await again.stop();
  });

  it("is told which database to move into, and needs the server's key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-move-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const nowhere = { databaseUrl: undefined, databaseFile: join(folder, "vestibule.sqlite") };
    const move = (environment = {}) =>
      runOperator({ settings: () => nowhere }, "move", [nowhere.databaseFile], { environment });
    expect((await move()).error).toBe(
      "DATABASE_URL names nothing: name the empty PostgreSQL database to move into.\n",
    );
    expect((await move({ DATABASE_URL: "postgres://db.example/vestibule" })).error).toMatch(
      /^The server's key is needed/,
    );
  });
});

async function database(kind: "sqlite" | "postgres"): Promise<DatabaseSettings> {
  const { settings, drop } = await createTemporaryDatabase(kind, { sparesDisk: true });
  onTestFinished(drop);
  return settings;
}

/** The service with an application, at the same address whatever its database. */
async function startOn(settings: DatabaseSettings, port: number) {
  const store = openStore(settings, { warn: () => undefined });
  await store.migrate();
  const publicUrl = `http://localhost:${port}`;
  const clients = { web: testClient("web", { secretEnvironment: secretVariable, refreshTokens: true }) };
  const server = await startTestServer(store, {
    settings: { publicUrl, port, privateAddresses: ["127.0.0.0/8", "::1"] },
    config: (config) => ({ ...config, clients }),
  });
  const stop = async () => {
    await server.close();
    await store.close();
  };
  return { server, stop, suite: new OidcSuite(publicUrl, server, clients) };
}
