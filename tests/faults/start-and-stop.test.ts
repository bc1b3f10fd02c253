import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { second } from "../../src/shared/durations.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";

let server: RunningServer;

beforeEach(async () => {
  server = await RunningServer.start();
});
afterEach(() => server.remove());

describe("a server", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends within ten seconds of %s, finishes what it had begun, and is there again with its sessions",
    async (signal) => {
      const user = await server.addUser();
      const browser = server.browser();
      await browser.signIn(user.username, testPassword);
      const underWay = await crowdUnderWay();
      const stopped = server.stop(signal);
      expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(10).fill(209));
      const { code, milliseconds } = await stopped;
      expect([code, milliseconds < 10 * second]).toEqual([0, true]);
      await server.restart();
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: true, userId: user.id });
    },
  );

  it("that meets an error which no request waits for reports it once, answers what is under way and ends", async () => {
    await server.stop();
    await server.restart(join(import.meta.dirname, "../support/start-throwing-server.ts"));
    const user = await server.addUser();
    const browser = server.browser();
    await browser.call("Token");
    const underWay = browser.call("Login", { username: user.username, password: testPassword });
    const page = await server
      .browser()
      .send("/account/login", { headers: { accept: "text/html", "accept-language": "de" } });
    expect(page.status).toBe(200);
    expect((await underWay).status).toBe(209);
    expect(await server.process.ended).toBe(1);
    const output = server.process.output();
    expect(output.match(/unexpected error, stopping/g)).toHaveLength(1);
    expect(output).toContain("nobody waits for this");
    await server.restart();
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
  });

  it("that meets several of them at once reports each and answers what is under way all the same", async () => {
    await server.stop();
    await server.restart(join(import.meta.dirname, "../support/start-throwing-server.ts"));
    const underWay = await crowdUnderWay();
    const headers = { accept: "text/html", "accept-language": "es" };
    expect((await server.browser().send("/account/login", { headers })).status).toBe(200);
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(10).fill(209));
    expect(await server.process.ended).toBe(1);
    expect(server.process.output().match(/unexpected error, stopping/g)).toHaveLength(4);
  });
});

/** Sign-ins of ten people at once, the first of which is through. */
async function crowdUnderWay() {
  const people = await Promise.all(Array.from({ length: 10 }, () => server.addUser()));
  const crowd = people.map(() => server.browser());
  await Promise.all(crowd.map((one) => one.call("Token")));
  const underWay = crowd.map((one, index) =>
    one.call("Login", { username: people[index]?.username, password: testPassword }),
  );
  await Promise.race(underWay);
  return underWay;
}

describe("a refused sign-in", () => {
  it("takes as long for a name that there is not as for a wrong password", async () => {
    /** Median milliseconds of sixty tries each, one after the other, by turns: those of known names over the others. */
    const measured = async () => {
      const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      const people = await Promise.all(Array.from({ length: 60 }, () => server.addUser()));
      for (const [round, { username: known, id }] of people.entries()) {
        const names = { known, unknown: `user-${id}`.slice(0, known.length) };
        const turns = ["known", "unknown"] as const;
        for (const which of round % 2 === 0 ? turns : turns.toReversed()) {
          const browser = server.browser();
          await browser.call("Token");
          const begun = performance.now();
          const body = { username: names[which], password: "wrong" };
          const { status } = await browser.post("/api/Account/Login", body);
          times[which].push(performance.now() - begun);
          expect(status).toBe(400);
        }
      }
      const median = (values: number[]) => values.toSorted((a, b) => a - b)[30] ?? 0;
      return median(times.known) / median(times.unknown);
    };
    const ratio = await measured();
    console.log(`a refused sign-in: known names take ${ratio.toFixed(2)} of the time of unknown ones`);
    // A sign-in that checks no password takes a tenth of the time; smaller differences a busy machine makes by itself.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
