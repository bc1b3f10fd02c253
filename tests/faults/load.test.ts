import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { second } from "../../src/shared/durations.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await RunningServer.start("sqlite", { VESTIBULE_LOG_LEVEL: "warn" });
});
afterAll(() => server.remove());

/** Value below which this part of them lies. */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Gets an address over connections that are kept; gives status and milliseconds. */
function get(path: string, agent: Agent): Promise<{ status: number; milliseconds: number }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port: server.port, path, agent }, (incoming) => {
      incoming.resume();
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, milliseconds: performance.now() - begun }),
      );
    });
    let begun = performance.now();
    outgoing.on("socket", () => {
      begun = performance.now();
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Tells a figure: how fast a machine is, a test does not judge. */
const tell = (what: string, values: readonly number[]): void =>
  console.log(
    `${what}: ${values.length}, milliseconds at p50 ${quantile(values, 0.5).toFixed(0)}, p95 ${quantile(values, 0.95).toFixed(0)}, p99 ${quantile(values, 0.99).toFixed(0)}`,
  );

/** How long visitors wait for a page, one after the other, while something else goes on. */
async function visits(until: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const { status, milliseconds } = await get("/api/Account/GetPartnerMetaData", agent);
    expect(status).toBe(200);
    times.push(milliseconds);
    await pause(20);
  }
  agent.destroy();
  return times;
}

describe("senders that never finish", () => {
  it("keep no visitor waiting, and are gone within twenty seconds", async () => {
    const half = (text: string): Socket => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
      socket.on("error", () => undefined);
      // Unread, the end of a connection would not be noticed.
      socket.resume();
      return socket;
    };
    const head = "GET /account/login HTTP/1.1\r\nhost: localhost\r\nx-a: b";
    const body = `POST /api/Account/Login HTTP/1.1\r\nhost: localhost:${server.port}\r\norigin: ${server.origin}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{"username":"`;
    const sockets = [
      ...Array.from({ length: 300 }, () => half(head)),
      ...Array.from({ length: 300 }, () => half(body)),
    ];
    const gone = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write("x");
    }, second);
    const begun = performance.now();
    const times = await visits(gone);
    clearInterval(drip);
    // The server's own patience, and not how fast it is.
    expect(performance.now() - begun).toBeLessThan(20 * second);
    expect(times.length).toBeGreaterThan(20);
    tell("visits beside senders that never finish", times);
  });
});

describe("ten thousand views at once", () => {
  it("are all answered, and leave no memory behind", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 250 });
    const views = (length: number) => Promise.all(Array.from({ length }, () => get("/account/login", agent)));
    // What a busy server holds anyway is no leak.
    await views(3000);
    const before = await server.memory();
    const answers = await views(10_000);
    agent.destroy();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    tell(
      "views at once",
      answers.map(({ milliseconds }) => milliseconds),
    );
    await pause(2 * second);
    expect(await server.memory()).toBeLessThan(before + 150);
  });
});

describe("five hundred sign-ins at once", () => {
  it("are checked a few at a time or told when to come back, while pages go on", async () => {
    const people = await Promise.all(Array.from({ length: 500 }, () => server.addUser()));
    const browsers = Array.from({ length: 500 }, () => server.browser());
    for (const browser of browsers) browser.cookies.set(cookieNames.browser, "b".repeat(43));
    const [token] = browsers;
    await token?.call("Token");
    for (const browser of browsers)
      browser.cookies.set(antiForgeryCookie, token?.cookies.get(antiForgeryCookie) ?? "");
    const signIns = Promise.all(
      browsers.map((browser, index) =>
        browser.post("/api/Account/Login", {
          username: people[index]?.username,
          password: testPassword,
        }),
      ),
    );
    const times = await visits(signIns);
    const answers = await signIns;
    const surplus = answers.filter(({ status }) => status !== 209);
    // How many is a matter of the machine, and of what else it does.
    expect(answers.length - surplus.length).toBeGreaterThan(0);
    for (const { status, headers } of surplus)
      expect([status, Number(headers["retry-after"]) > 0]).toEqual([503, true]);
    // Pages that waited for the passwords would come once.
    expect(times.length).toBeGreaterThan(1);
    tell("visits beside five hundred sign-ins", times);
  });
});

describe("bodies that are far too large", () => {
  it("are refused while the memory stays as it is", async () => {
    const before = await server.memory();
    const keys = `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}`;
    const huge = `{"username":"${"x".repeat(5_000_000)}"}`;
    for (let round = 0; round < 20; round++)
      for (const body of [keys, huge]) {
        const browser = server.browser();
        const answer = await browser
          .send("/api/Account/Login", {
            method: "POST",
            headers: { origin: server.origin, "content-type": "application/json" },
            body,
          })
          // The server may hang up before all was sent.
          .catch(() => ({ status: 413 }));
        expect(answer.status).toBe(413);
      }
    expect(await server.memory()).toBeLessThan(before + 100);
  });
});
