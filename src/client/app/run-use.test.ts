import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCaptchaGate } from "../state/captcha.ts";
import { createStore, type Store } from "../state/store.ts";
import { createRunner } from "./run-use.ts";

let server: Server;
let asked: number;
let store: Store;

beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    response.end(JSON.stringify({ displayName: `answer ${asked}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  store = createStore({
    origin,
    address: () => "/",
    go: () => undefined,
    leave: () => undefined,
    isScreen: () => true,
    wayBack: () => "/",
    cookieToken: () => "token",
    captcha: createCaptchaGate(() => store.dispatch),
    identityChanged: () => undefined,
    visit: () => 0,
  });
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("running the calls of the configuration", () => {
  it("asks anew and answers when a screen's load is the call that has just run", async () => {
    const run = createRunner(store);
    expect(await run({ call: "User" }, {})).toEqual({ data: { displayName: "answer 1" } });
    expect(await run({ call: "User" }, {})).toEqual({ data: { displayName: "answer 2" } });
  });

  it("asks anew when the same call of a screen that was left is still being given up", async () => {
    const run = createRunner(store);
    const before = new AbortController();
    const left = run({ call: "User" }, {}, { signal: before.signal });
    before.abort();
    const now = run({ call: "User" }, {}, { signal: new AbortController().signal });
    expect(await left).toEqual({ failure: { kind: "left" } });
    expect(await now).toEqual({ data: { displayName: expect.stringMatching(/^answer \d$/) } });
  });
});
