import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sealTotpKey } from "../../src/server/codes/totp.ts";
import type { SecretKeys } from "../../src/server/crypto.ts";
import { readSettings, SettingsError } from "../../src/server/settings/settings.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import { insertUser } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { runOperator } from "../support/operator-command.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { TestClient } from "../support/test-client.ts";

const [old, next] = [randomBytes(32), randomBytes(32)];
const codes = ["11112222333344445555", "22223333444455556666", "33334444555566667777"];

onEachDatabase((database) => {
  const serverWith = (secretKeys: SecretKeys) =>
    startTestServer(database.store(), { settings: { secretKeys } });
  const keys = (command: string, others = "") =>
    runOperator(database, "keys", [command], {
      environment: {
        VESTIBULE_SECRET_KEY: next.toString("base64"),
        ...(others && { VESTIBULE_OTHER_SECRET_KEYS: others }),
      },
    });

  it("another key takes the place of the server's, and nobody who stays signed in or has second factors notices", async () => {
    const before = await serverWith([old]);
    const person = await addPersonWith(before, ["authenticator"], codes);
    const browser = before.browser();
    await givePassword(browser, person);
    const { json } = await giveCode(browser, "authenticator", appCode(before));
    await browser.call("Exchange", { state: json.state });
    const signing = await signingKeys(before);
    await before.browser().call("Recover", { username: person.user.username });

    const both = await serverWith([next, old]);
    await expectSame(both, { minutes: 1, code: codes[1] });
    expect((await keys("check", old.toString("base64"))).error).toMatch(
      /^Another key is needed for \d+ values: /,
    );
    const renewed = await keys("renew", old.toString("base64"));
    expect([renewed.code, renewed.output]).toEqual([
      0,
      expect.stringMatching(/^Sealed by VESTIBULE_SECRET_KEY now: \d+ values\.\nNothing that lasts/),
    ]);

    const after = await serverWith([next]);
    await expectSame(after, { minutes: 2, code: codes[2] });
    expect((await keys("check")).code).toBe(0);
    for (const server of [before, both, after]) await server.close();

    async function expectSame(
      server: TestServer,
      { minutes, code }: { minutes: number; code: string | undefined },
    ) {
      const here = new TestClient(server.app.listeningOrigin, "http://localhost:5400");
      for (const [name, value] of browser.cookies) here.cookies.set(name, value);
      expect((await here.call("User")).json.isAuthenticated).toBe(true);
      expect(await signingKeys(server)).toEqual(signing);
      expect(await messagesTo(server, person.email)).not.toEqual([]);
      const elsewhere = server.browser();
      // No step of the app counts twice.
      server.clock.advance(minutes * 60_000);
      await givePassword(elsewhere, person);
      expect((await giveCode(elsewhere, "authenticator", appCode(server))).status).toBe(209);
      const again = server.browser();
      await givePassword(again, person);
      const recovery = await again.call("LoginWithRecoveryCode", { code });
      expect(recovery.json.outcome).toBe("codeUsed");
    }
  });

  it("says that a key is missing", async () => {
    const { db } = database.store();
    const { id } = await insertUser(db, { username: "lost.key", displayName: "L" }, Date.now());
    const secret = sealTotpKey([randomBytes(32)], "JBSWY3DPEHPK3PXP");
    await saveSecondFactor(db, id, { kind: "authenticator", secret, target: null }, Date.now());
    const refused = await keys("renew");
    expect([refused.code, refused.error]).toEqual([
      1,
      "None of the keys opens something of the table second_factors: name the key that sealed it in VESTIBULE_OTHER_SECRET_KEYS\n",
    ]);
  });
});

it("refuses a kept key that is none, as the server does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-keys-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const databaseFile = join(folder, "test.sqlite");
  const keyFile = join(folder, "secret.key");
  await writeFile(databaseFile, "");
  await writeFile(keyFile, "garbage");
  const database = { settings: () => ({ databaseUrl: undefined, databaseFile }) };
  const { code, error } = await runOperator(database, "keys", ["check"]);
  const words = `VESTIBULE_SECRET_KEY is not set, and the file that is read instead does not hold a key of 32 bytes: ${keyFile}`;
  expect([code, error]).toEqual([1, `${words}\n`]);
  expect(() => readSettings({ VESTIBULE_DATABASE_FILE: databaseFile })).toThrow(SettingsError);
});

async function signingKeys(server: TestServer): Promise<string[]> {
  const { json } = await server.browser().send("/connect/jwks");
  return json.keys.map(({ kid }: { kid: string }) => kid);
}
