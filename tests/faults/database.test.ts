import { userInfo } from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { second } from "../../src/shared/durations.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";
import { type SlowLine, slowLine } from "../support/slow-line.ts";

const asPage = { headers: { accept: "text/html" } };

describe("a server whose PostgreSQL is stopped or slow", () => {
  let line: SlowLine;
  let server: RunningServer;

  beforeAll(async () => {
    const real = new URL(
      process.env.TEST_POSTGRES_URL ?? `postgres://${userInfo().username}@127.0.0.1:5432/`,
    );
    line = await slowLine(real.hostname, Number(real.port || 5432));
    server = await RunningServer.start("postgres", ({ databaseUrl = "" }) => {
      const url = new URL(databaseUrl);
      url.hostname = "127.0.0.1";
      url.port = String(line.port);
      return { DATABASE_URL: url.href };
    });
  });
  afterAll(async () => {
    await server.remove();
    await line.close();
  });
  beforeEach(async () => {
    line.mend();
    line.delay = 0;
    await server.ready();
  });

  /** What a sign-in is answered with, and after how many milliseconds. */
  const signIn = async () => {
    const user = await server.addUser();
    const browser = server.browser();
    const begun = performance.now();
    const answer = await browser.call("Login", { username: user.username, password: testPassword });
    return { answer, browser, milliseconds: performance.now() - begun };
  };

  it("answers 503 within two seconds when it is lost, signs nobody in, and comes back by itself", async () => {
    const user = await server.addUser();
    const browser = server.browser();
    await browser.call("Token");
    line.cut();
    const begun = performance.now();
    const refused = await browser.call("Login", { username: user.username, password: testPassword });
    expect(performance.now() - begun).toBeLessThan(2 * second);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const page = await browser.send("/account/login", asPage);
    expect([page.status, page.text.includes("data-screen")]).toEqual([503, false]);
    expect((await browser.send("/healthz")).status).toBe(200);
    expect((await browser.send("/readyz")).status).toBe(503);
    line.mend();
    await server.ready();
    expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    expect((await browser.call("Login", { username: user.username, password: testPassword })).status).toBe(
      209,
    );
  });

  it("comes up alone when it was away at the start", async () => {
    line.cut();
    await server.stop();
    const started = server.restart();
    await server.ready(503);
    const page = await server.browser().send("/account/login", asPage);
    expect([page.status, Number(page.headers["retry-after"]) > 0]).toEqual([503, true]);
    expect(page.text).not.toContain("    at ");
    line.mend();
    await started;
    expect((await signIn()).answer.status).toBe(209);
  });

  it("answers 503 in time when every statement takes three seconds, and its connections are not used up by it", async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => server.addUser()));
    const browsers = people.map(() => server.browser());
    await Promise.all(browsers.map((browser) => browser.call("Token")));
    line.delay = 3 * second;
    const answers = await Promise.all(
      browsers.map(async (browser, index) => {
        const begun = performance.now();
        const body = { username: people[index]?.username, password: testPassword };
        const answer = await browser.call("Login", body);
        return {
          status: answer.status,
          wait: answer.headers["retry-after"],
          milliseconds: performance.now() - begun,
        };
      }),
    );
    for (const { status, wait, milliseconds } of answers) {
      expect([status, Number(wait) > 0]).toEqual([503, true]);
      expect(milliseconds).toBeLessThan(5 * second);
    }
    const begun = performance.now();
    expect((await server.browser().send("/readyz")).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(5 * second);
    line.delay = 0;
    await server.ready();
    const after = await Promise.all(Array.from({ length: 20 }, signIn));
    expect(after.map(({ answer }) => answer.status)).toEqual(Array(20).fill(209));
  });
});
