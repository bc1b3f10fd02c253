import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readDsn } from "../../src/server/operations/sentry.ts";
import { readMinuteCounts } from "../../src/server/store/minute-counts.ts";
import { onEachDatabase } from "../support/databases.ts";
import { type ErrorService, type ReceivedEnvelope, startErrorService } from "../support/error-service.ts";
import { startTestServer, suiteServer, type TestServer } from "../support/server.ts";

let count = 0;

/** An error that no test had before. */
function newError(more: Record<string, unknown> = {}) {
  count += 1;
  const source = "https://host.test/assets/app-1.js";
  return {
    message: `boom ${count}`,
    source,
    line: 12,
    column: 345,
    stack: `TypeError: boom ${count}\n    at send (${source}:12:345)\n    at press (${source}:7:8)`,
    page: "/account/login",
    browser: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0",
    ...more,
  };
}

const linesOf = ({ log }: TestServer, text: string) =>
  log.filter((line) => line.includes(text)).map((line) => JSON.parse(line));

function first({ received }: ErrorService): ReceivedEnvelope {
  const [envelope] = received;
  if (envelope === undefined) throw new Error("The service was given nothing");
  return envelope;
}

onEachDatabase((database) => {
  const server = suiteServer(database);

  const counted = async (name: string) => {
    const { services } = server();
    await services.operations.counts.write();
    const rows = await readMinuteCounts(services.store.db, 0);
    return rows.filter((row) => row.name === name).reduce((sum, row) => sum + row.count, 0);
  };

  describe("an error of a page", () => {
    it("is one line of the log, found by the code that the person is told", async () => {
      const error = newError();
      const answer = await server().browser().call("ReportError", error);
      expect(answer.json).toEqual({ supportCode: expect.stringMatching(/^\w{4}-\w{4}$/) });
      const lines = linesOf(server(), answer.json.supportCode).filter(({ msg }) => msg === "a page failed");
      expect(lines).toEqual([expect.objectContaining({ ...error, level: "error" })]);
    });

    it("needs no token and no browser of ours, but comes from our pages", async () => {
      const body = JSON.stringify(newError());
      const send = (origin: string) =>
        server()
          .browser()
          .send("/api/Account/ReportError", {
            method: "POST",
            headers: { origin, "content-type": "application/json" },
            body,
          });
      expect((await send(server().services.settings.publicUrl)).status).toBe(200);
      expect((await send("https://evil.example")).status).toBe(400);
    });

    it("is told once and counted each time, with the code of the first", async () => {
      const before = await counted("error.client");
      const error = newError();
      const codes = new Set<string>();
      for (const browser of [server().browser(), server().browser(), server().browser()])
        codes.add((await browser.call("ReportError", error)).json.supportCode);
      expect(codes.size).toBe(1);
      expect(linesOf(server(), error.message)).toHaveLength(1);
      expect(await counted("error.client")).toBe(before + 3);
      server().clock.advance(11 * 60_000);
      await server().browser().call("ReportError", error);
      expect(linesOf(server(), error.message)).toHaveLength(2);
    });

    it("loses every secret on the way, whoever sent it", async () => {
      const secret = "Zm9vYmFyYmF6cXV4-canary7";
      const error = newError({
        message: `failed for https://host.test/account/link?id=${secret} and ${secret}`,
        source: `https://host.test/assets/app-1.js?v=${secret}`,
        stack: `Error: x\n    at send (https://host.test/a.js?state=${secret}:1:2)\n${secret}`,
        page: `/account/${secret}`,
      });
      const { json } = await server().browser().call("ReportError", error);
      const [line] = linesOf(server(), json.supportCode);
      expect(line).toMatchObject({ page: "*", line: 12, column: 345 });
      expect(line.stack).toContain(":1:2)");
      expect(server().log.join("")).not.toContain("canary7");
    });

    it.each([
      ["an unknown field", { password: "x" }, ""],
      ["a long message", { message: "x".repeat(501) }, "message"],
      ["a long stack", { stack: "x".repeat(4001) }, "stack"],
      ["a negative line", { line: -1 }, "line"],
    ])("with %s is refused", async (_what, more, field) => {
      const answer = await server().browser().call("ReportError", newError(more));
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    });

    it("is taken thirty times a minute from one address", async () => {
      const browser = server().browser();
      const send = async () => (await browser.call("ReportError", newError())).status;
      for (let sent = 0; sent < 30; sent++) expect(await send()).toBe(200);
      expect(await send()).toBe(429);
      server().clock.advance(61_000);
      expect(await send()).toBe(200);
    });
  });

  it("counts an error of ours, which the log has already", async () => {
    const before = await counted("error.server");
    const { services } = server();
    const { hasher } = services;
    services.hasher = { ...hasher, verifyDummy: () => Promise.reject(new TypeError("inside")) };
    await server().browser().call("Login", { username: "nobody", password: "x" });
    services.hasher = hasher;
    expect(await counted("error.server")).toBe(before + 1);
    expect(linesOf(server(), '"failed"')).toHaveLength(1);
  });

  describe("an error-reporting service", () => {
    let service: ErrorService;
    let forwarding: TestServer;
    beforeAll(async () => {
      service = await startErrorService();
      forwarding = await startTestServer(database.store(), {
        settings: { sentry: readDsn(service.dsn), privateAddresses: ["127.0.0.0/8"] },
      });
    });
    beforeEach(() => {
      service.received.length = 0;
    });
    afterAll(async () => {
      await forwarding.close();
      await service.close();
    });

    const report = async (error: object) => {
      const { json } = await forwarding.browser().call("ReportError", error);
      await forwarding.services.operations.settle();
      return json.supportCode;
    };

    it("is given the error of a page once, in an envelope of its own", async () => {
      const error = newError({ stack: `${newError().stack}\nGET https://host.test/a?state=canary-1:1:1` });
      const supportCode = await report(error);
      await report(error);
      expect(service.received).toHaveLength(1);
      const { method, path, auth, type, text, event } = first(service);
      expect(`${method} ${path}`).toBe("POST /errors/api/7/envelope/");
      expect(auth).toMatch(/^Sentry sentry_version=7, sentry_client=\S+, sentry_key=key$/);
      expect(type).toBe("application/x-sentry-envelope");
      expect(JSON.parse(text.split("\n")[0] ?? "").event_id).toMatch(/^[0-9a-f]{32}$/);
      expect(event).toMatchObject({
        platform: "javascript",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: "error",
        environment: "test",
        release: expect.stringMatching(/^vestibule@\d/),
        transaction: "/account/login",
        tags: { origin: "browser", support_code: supportCode },
        exception: {
          values: [
            {
              type: "TypeError",
              value: error.message,
              stacktrace: {
                frames: [
                  { function: "press", filename: error.source, lineno: 7, colno: 8 },
                  { function: "send", filename: error.source, lineno: 12, colno: 345 },
                ],
              },
            },
          ],
        },
      });
      expect(text).not.toContain("canary-1");
      expect(text).not.toContain("198.");
    });

    it("is given lines that are no frames as fast as any others", async () => {
      const hostile = `${" ".repeat(1300)}${"@:".repeat(1300)}:`;
      for (let count = 0; count < 20; count++)
        await report(newError({ stack: `${hostile}\nsend@https://host.test/a.js:12:345` }));
      expect(service.received.map(({ event }) => event.exception.values[0].stacktrace.frames)).toEqual(
        Array(20).fill([{ function: "send", filename: "https://host.test/a.js", lineno: 12, colno: 345 }]),
      );
    });

    it("is given an error of ours under the code that the person is told", async () => {
      const { services } = forwarding;
      const { hasher } = services;
      const fail = () => Promise.reject(new TypeError("inside token=canary-2"));
      services.hasher = { ...hasher, verifyDummy: fail };
      const { json } = await forwarding.browser().call("Login", { username: "nobody", password: "x" });
      services.hasher = hasher;
      await services.operations.settle();
      const { event, text } = first(service);
      expect(event).toMatchObject({
        platform: "node",
        tags: { origin: "server", support_code: json.supportCode },
      });
      expect(event.exception.values[0]).toMatchObject({ type: "TypeError", value: "inside token=[…]" });
      expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain("report-error.test.ts");
      expect(text).not.toContain("canary-2");
    });

    it("that fails is no error to report, and said once for each time that it begins to", async () => {
      const told = () => linesOf(forwarding, "errors cannot be forwarded");
      service.answer = 500;
      await report(newError());
      await report(newError());
      expect(service.received).toHaveLength(2);
      expect(told()).toHaveLength(1);
      service.answer = 200;
      await report(newError());
      service.answer = 500;
      await report(newError());
      expect(told()).toHaveLength(2);
      service.answer = 200;
    });

    it("that is slow is given twenty at once, and no further one waits in the memory", async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      service.held = promise;
      const browser = forwarding.browser();
      await Promise.all(Array.from({ length: 25 }, () => browser.call("ReportError", newError())));
      resolve();
      await forwarding.services.operations.settle();
      expect(service.received).toHaveLength(20);
      await report(newError());
      expect(service.received).toHaveLength(21);
    });

    it("that has enough is left alone for a minute", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      service.answer = 429;
      await report(newError());
      service.answer = 200;
      vi.advanceTimersByTime(59_000);
      await report(newError());
      expect(service.received).toHaveLength(1);
      vi.advanceTimersByTime(2000);
      await report(newError());
      expect(service.received).toHaveLength(2);
    });

    it("in a private network is asked only where that is allowed", async () => {
      const careful = await startTestServer(database.store(), { settings: { sentry: readDsn(service.dsn) } });
      await careful.browser().call("ReportError", newError());
      await careful.services.operations.settle();
      expect(service.received).toHaveLength(0);
      expect(linesOf(careful, "VESTIBULE_PRIVATE_ADDRESSES")).toHaveLength(1);
      await careful.close();
    });
  });
});
