import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readAudit } from "../../src/server/store/audit.ts";
import { addCredential, credentialsOf } from "../../src/server/store/credentials.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { runOperator } from "../support/operator-command.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";

const unused = { publicKey: "", counter: 0, transports: [], backupEligible: false, backedUp: false };

onEachDatabase((database) => {
  const server = suiteServer(database);
  const db = () => database.store().db;
  const removeDevice = (...given: string[]) =>
    runOperator(database, "users", ["remove-device", ...given], {
      environment: {
        VESTIBULE_SECRET_KEY: server().services.settings.secretKeys[0].toString("base64"),
      },
    });
  const addDevice = (userId: string, id: string, name: string) =>
    addCredential(db(), { ...unused, id, userId, name }, Date.UTC(2026, 10, 22));
  const left = async (userId: string) => (await credentialsOf(db(), userId)).map(({ id }) => id);

  it("npm run users -- remove-device removes one: who holds it is out at once and comes in by it no more, and its person is told", async () => {
    const email = `${randomUUID()}@payroll.example`;
    const user = await server().addUser({ email });
    await addDevice(user.id, `other-${user.id}`, "Key at home");
    const [browser, thief] = [server().browser(), server().browser()];
    const device = new SoftwareAuthenticator("http://localhost:5400");
    const signIn = async () =>
      thief.call("SecureLogin", device.assert((await thief.call("AssertionOptions", {})).json));
    await browser.signIn(user.username, testPassword);
    const { json } = await browser.call("CredentialOptions");
    await browser.call("RegisterCredential", device.register(json));
    const { state } = (await signIn()).json;
    await thief.call("Exchange", { state });
    expect(await thief.isSignedIn()).toBe(true);
    const { code, output, error } = await removeDevice(user.username, "my\u2060 device");
    expect([code, output, error]).toEqual([
      0,
      `"My device" no longer signs in to ${user.username}, who is signed out everywhere.\n`,
      "",
    ]);
    expect(await left(user.id)).toEqual([`other-${user.id}`]);
    expect([await thief.isSignedIn(), await browser.isSignedIn()]).toEqual([false, false]);
    expect((await signIn()).status).not.toBe(209);
    const rows = await readAudit(db(), { userId: user.id }, { limit: 50 });
    const removed = rows.filter(({ event }) => event === "credential.removed");
    expect(removed.map(({ detail }) => detail)).toEqual([{ by: "operator", login: expect.any(String) }]);
    const [mail] = await messagesTo(server(), email);
    expect(mail?.text).toContain("“My device” can no longer sign in");
  });

  it("tells which there are where none is named, or the name is not one's alone; then its identifier says which", async () => {
    const { id, username } = await server().addUser();
    const none = { code: 1, output: "", error: `${username} has no device.\n` };
    expect(await removeDevice(username)).toEqual(none);
    const [twin, dashed] = [`twin-${id}`, `-${id}`];
    await addDevice(id, twin, "My device");
    await addDevice(id, dashed, "My device");
    const devices = `-- ${dashed}  "My device", added 2026-11-22T00:00:00.000Z, never used\n${twin}  "My device", added 2026-11-22T00:00:00.000Z, never used\n`;
    expect(await removeDevice(username)).toEqual({ code: 0, output: devices, error: "" });
    for (const [named, why] of [
      ["My device", `${username} has several devices "My device". Name one by its identifier:`],
      ["Laptop", `${username} has no device "Laptop", but:`],
    ] as const)
      expect(await removeDevice(username, named)).toEqual({
        code: 1,
        output: "",
        error: `${why}\n${devices}`,
      });
    expect(await left(id)).toEqual([dashed, twin]);
    expect((await removeDevice(username, "--", dashed)).code).toBe(0);
    expect(await left(id)).toEqual([twin]);
  });

  it("removes none where none is named, also where its name has nothing that can be seen", async () => {
    const { id, username } = await server().addUser();
    await addDevice(id, `blank-${id}`, "\u200b");
    expect((await removeDevice(username)).output).toContain(`blank-${id}`);
    expect(await left(id)).toEqual([`blank-${id}`]);
  });

  it("removes nobody else's", async () => {
    const [owner, other] = [await server().addUser(), await server().addUser()];
    await addDevice(owner.id, `own-${owner.id}`, "Laptop");
    expect(await removeDevice(other.username, `own-${owner.id}`)).toMatchObject({ code: 1, output: "" });
    expect(await left(owner.id)).toHaveLength(1);
  });
});
