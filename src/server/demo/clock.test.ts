import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTemporaryDatabase } from "../../../tests/support/databases.ts";
import { root, testPassword } from "../../../tests/support/server.ts";
import { freePort } from "../../../tests/support/server-process.ts";
import { stubRenderer } from "../../../tests/support/stub-renderer.ts";
import { TestClient } from "../../../tests/support/test-client.ts";
import { type RunningServer, start } from "../main.ts";
import { insertUser } from "../store/users.ts";
import { payroll } from "./application/payroll.ts";
import { clockPath, withDemoClock } from "./clock.ts";

const database = await createTemporaryDatabase("sqlite");
const clock = withDemoClock(async () => undefined);
const application = createServer();
let server: RunningServer;
let applicationOrigin = "";

beforeAll(async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { databaseFile } = database.settings;
  server = await start({
    root,
    environment: {
      PORT: String(port),
      VESTIBULE_PUBLIC_URL: origin,
      VESTIBULE_DATABASE_FILE: databaseFile,
      VESTIBULE_LOG_LEVEL: "fatal",
    },
    renderer: async () => stubRenderer,
    now: clock.now,
    tools: clock.tools,
  });
  application
    .on("request", payroll({ issuer: origin, clientSecret: "", origin: "http://localhost" }))
    .listen(0);
  applicationOrigin = `http://localhost:${(application.address() as AddressInfo).port}`;
});
afterAll(async () => {
  application.close();
  await server.stop();
  await database.drop();
});

const browser = () => new TestClient(server.url, server.services.settings.publicUrl);
const press = (by: number) =>
  fetch(`${applicationOrigin}/clock`, { method: "POST", body: new URLSearchParams({ by: String(by) }) });
const ahead = async () =>
  ((await (await fetch(new URL(clockPath, server.url))).json()) as { ahead: number }).ahead;
const hour = 3600;

it("is moved by the demo's application, so that a session runs out, and is right again when it is moved back", async () => {
  const { hasher, store } = server.services;
  const passwordPhc = await hasher.hash(testPassword);
  await insertUser(store.db, { username: "robin", displayName: "Robin", passwordPhc }, clock.now());
  const person = browser();
  await person.signIn("robin", testPassword);
  const isThere = async () => (await person.call("User")).json.isAuthenticated;
  expect(await isThere()).toBe(true);
  expect(await (await press(30 * 60)).text()).toContain("Back to now");
  await press(40 * 60);
  expect(await ahead()).toBe(70 * 60);
  expect(await isThere()).toBe(false);
  expect(await (await press(0)).text()).toContain("as it is");
  expect(await ahead()).toBe(0);
});

it("is followed by the authenticator apps of the demo", async () => {
  const shown = async () =>
    (await (await fetch(`${applicationOrigin}/authenticator.json?user=authenticator`)).json()).code;
  const before = await shown();
  await press(hour);
  expect(await shown()).not.toBe(before);
  await press(0);
});

it.each([
  ["a page of a browser", { ahead: hour }, { origin: "http://localhost" }, 403],
  ["a time before now", { ahead: -1 }, {}, 400],
  ["no time", { ahead: "soon" }, {}, 400],
])("is not moved by %s", async (_what, body, headers, status) => {
  const answer = await fetch(new URL(clockPath, server.url), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(status);
  expect(await ahead()).toBe(0);
});
