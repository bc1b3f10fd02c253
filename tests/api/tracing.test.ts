import { once } from "node:events";
import { connect } from "node:net";
import { trace } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { openStore, type Store } from "../../src/server/store/store.ts";
import { inSpan } from "../../src/server/tracing/in-span.ts";
import { startTracing, type Tracing } from "../../src/server/tracing/start-tracing.ts";
import { traceStatement } from "../../src/server/tracing/trace-statement.ts";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { type Collector, type ReceivedSpan, startCollector } from "../support/collector.ts";
import { onEachDatabase } from "../support/databases.ts";
import { startTestServer, type TestServer, type TestServerOptions, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const callersTrace = "0af7651916cd43dd8448eb211c80319c";
const callersSpan = "b7ad6b7169203331";
const traceparent = (flags: string) => `00-${callersTrace}-${callersSpan}-${flags}`;

onEachDatabase((database) => {
  let collector: Collector;
  let tracing: Tracing | undefined;
  let store: Store;
  let server: TestServer;

  const begin = async ({
    share = 1,
    ...settings
  }: TestServerOptions["settings"] & { share?: number } = {}) => {
    const traces = { url: `${collector.url}/v1/traces`, headers: { "api-key": "key-of-ours" }, share };
    tracing = await startTracing(traces, { warn: (...line: unknown[]) => void told.push(line) });
    server = await startTestServer(store, { renderer: stubRenderer, settings: { traces, ...settings } });
  };
  /** Everything that was traced, once all of it was sent. */
  const spans = async (): Promise<ReceivedSpan[]> => {
    await server.close();
    await tracing?.stop();
    return collector.spans();
  };
  const named = (found: ReceivedSpan[], name: string) => found.find((span) => span.name === name);
  let told: unknown[] = [];

  beforeEach(async () => {
    told = [];
    collector = await startCollector();
    store = openStore(database.settings(), { warn: () => undefined }, traceStatement);
  });
  afterEach(async () => {
    await server.close();
    await tracing?.stop();
    await store.close();
    await collector.close();
  });

  it("tells each answer by its route, status and support code, and what it waited for below it", async () => {
    await begin();
    const user = await server.addUser();
    const answer = await server.browser().call("Login", { username: user.username, password: "wrong" });
    const found = await spans();
    const request = named(found, "POST /api/Account/Login");
    expect(request).toMatchObject({ parentId: "", failed: false });
    expect(request?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/Account/Login",
      "http.response.status_code": 400,
      "vestibule.support_code": answer.json.supportCode,
    });
    const below = found.filter(({ parentId }) => parentId === request?.spanId).map(({ name }) => name);
    expect(below).toEqual(expect.arrayContaining(["password", "database select", "database insert"]));
    const hashes = found.filter(({ name }) => name === "hash").map(({ traceId }) => traceId);
    expect(hashes).toContain(request?.traceId);
    // Of what nobody asked for, as adding the person, no statement is a trace of its own.
    const roots = found.filter(({ parentId }) => parentId === "").map(({ name }) => name);
    expect(roots.filter((name) => name.startsWith("database"))).toEqual([]);
    const [sent] = collector.requests;
    expect(sent?.path).toBe("/v1/traces");
    expect(sent?.headers["api-key"]).toBe("key-of-ours");
  });

  it("tells no secret, no name, no address and nothing that was asked for", async () => {
    await begin();
    const username = "canary-name";
    const user = await server.addUser({
      username,
      password: "canary-password",
      email: "canary@mail.example",
    });
    const browser = server.browser();
    await browser.signIn(username, "canary-password");
    await browser.signIn("canary-other", "canary-wrong");
    await browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username });
    await browser.send("/canary-path?canary-query=1", { headers: { accept: "text/html" } });
    await browser.send("/api/Account/Customers?filter=canary-filter");
    await browser.send("/%zz-canary");
    const secrets = [cookieNames.session, cookieNames.browser, antiForgeryCookie].map(
      (name) => browser.cookies.get(name) ?? "missing",
    );
    expect((await spans()).length).toBeGreaterThan(10);
    const sent = collector.requests.map(({ body }) => body.toString("latin1")).join();
    for (const canary of ["canary", user.id, browser.address, ...secrets]) expect(sent).not.toContain(canary);
  });

  it("marks what failed, by the kind of the error alone", async () => {
    await begin();
    const failing = inSpan("some work", {}, () => Promise.reject(new RangeError("canary")));
    await expect(failing).rejects.toThrow("canary");
    const browser = server.browser();
    await browser.call("User");
    vi.spyOn(server.services.store, "asUnit").mockRejectedValueOnce(new Error("canary"));
    expect((await browser.call("LoginView")).status).toBe(500);
    const found = await spans();
    const work = named(found, "some work");
    expect(work).toMatchObject({ failed: true, attributes: { "error.type": "RangeError" } });
    expect(named(found, "POST /api/Account/User")).toMatchObject({ failed: false });
    expect(named(found, "POST /api/Account/LoginView")).toMatchObject({ failed: true });
    expect(collector.requests.map(({ body }) => body.toString("latin1")).join()).not.toContain("canary");
  });

  it("tells no status of an answer that nobody waited for", async () => {
    await begin();
    const { port, hostname } = new URL(server.app.listeningOrigin);
    const socket = connect(Number(port), hostname);
    const head = ["host: localhost:5400", "content-type: application/json", "content-length: 9"];
    socket.write(["POST /api/Account/Login HTTP/1.1", ...head, "expect: 100-continue", "", ""].join("\r\n"));
    await once(socket, "data");
    socket.resetAndDestroy();
    await expect.poll(() => server.log.join("")).toContain("not waited for");
    const { attributes } = named(await spans(), "POST /api/Account/Login") ?? {};
    expect(attributes).toMatchObject({ "error.type": "left" });
    expect(attributes).not.toHaveProperty("http.response.status_code");
  });

  it("goes on with the trace of a trusted proxy, and holds to what that decided", async () => {
    await begin({ share: 0 });
    await server.browser().call("User", undefined, {}, { traceparent: traceparent("01") });
    await server.browser().call("LoginView", undefined, {}, { traceparent: traceparent("00") });
    const found = await spans();
    expect(found).toContainEqual(
      expect.objectContaining({
        traceId: callersTrace,
        parentId: callersSpan,
        name: "POST /api/Account/User",
      }),
    );
    expect(new Set(found.map(({ traceId }) => traceId))).toEqual(new Set([callersTrace]));
    expect(found.some(({ name }) => name.includes("LoginView"))).toBe(false);
  });

  it("lets nobody else say what is traced", async () => {
    await begin({ trustedProxies: [] });
    await server.browser().call("User", undefined, {}, { traceparent: traceparent("00") });
    const found = await spans();
    expect(named(found, "POST /api/Account/User")?.parentId).toBe("");
    expect(found.some(({ traceId }) => traceId === callersTrace)).toBe(false);
  });

  it("says so where there is more than is kept for the collector", async () => {
    await begin();
    const end = () => trace.getTracer("test").startSpan("one of many").end();
    // What is sent at once, what is kept, and more.
    for (let count = 0; count < 512 + 2048 + 1; count += 1) end();
    await expect
      .poll(() => {
        end();
        return told;
      })
      .toEqual([[{ reason: expect.stringMatching(/^Dropped \d+ spans/) }, "traces are left out"]]);
  });

  it.each(["silent", "fails"] as const)("answers alike where the collector %s, and stops", async (mood) => {
    collector.mood = mood;
    await begin();
    const user = await server.addUser();
    const answer = await server.browser().call("Login", { username: user.username, password: testPassword });
    expect(answer.status).toBe(209);
    await spans();
    expect(collector.requests.length).toBeGreaterThan(0);
    expect(told).toEqual(
      mood === "fails" ? [[{ reason: "Internal Server Error, 500" }, "traces cannot be sent"]] : [],
    );
  });

  it("says once that the collector takes nothing, however much that is", async () => {
    collector.mood = "fails";
    await begin();
    for (const batches of [1, 2]) {
      for (let count = 0; count < 512; count += 1) trace.getTracer("test").startSpan("one of many").end();
      await expect.poll(() => collector.requests.length).toBeGreaterThanOrEqual(batches);
    }
    await spans();
    expect(told).toHaveLength(1);
  });

  it("answers alike where there is no collector", async () => {
    await collector.close();
    await begin();
    const user = await server.addUser();
    const answer = await server.browser().call("Login", { username: user.username, password: testPassword });
    expect(answer.status).toBe(209);
    await server.close();
    await tracing?.stop();
    collector = await startCollector();
  });
});
