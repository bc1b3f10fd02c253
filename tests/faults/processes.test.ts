import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";

const several = { VESTIBULE_PROCESSES: "2" };
let server: RunningServer;
afterEach(() => server.remove());

const logged = (message: string) =>
  expect.poll(() => server.log().filter(({ msg }) => msg === message).length, { timeout: 100_000 });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Visits a page over an agent's connections; gives the status, or what became of the connection. */
function visit(agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: "127.0.0.1", port: server.port, path: "/api/Account/GetPartnerMetaData", agent },
      (incoming) => {
        incoming.resume();
        incoming.on("end", () => resolve(String(incoming.statusCode)));
        incoming.on("error", (error) => resolve(error.message));
      },
    );
    outgoing.on("error", (error) => resolve(error.message));
    outgoing.end();
  });
}

describe("a server of several processes that is renewed under load", () => {
  it("loses no request of anybody: kept connections, new ones, busy ones, idle ones, passwords", async () => {
    server = await RunningServer.start("postgres", several);
    await logged("ready").toBe(2);
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const answers: Record<string, number> = {};
    const count = (answer: string) => {
      answers[answer] = (answers[answer] ?? 0) + 1;
    };
    let isOver = false;
    const again = async (work: () => Promise<string>, rest: number) => {
      while (!isOver) {
        count(await work());
        await pause(rest);
      }
    };
    const user = await server.addUser();
    const signIn = async () => {
      const browser = server.browser();
      const { status } = await browser
        .signIn(user.username, testPassword)
        .catch((error: Error) => ({ status: error.message }));
      return `signed in: ${status}`;
    };
    const load = [
      // Busy, now and then, and idle for nearly as long as a connection is kept.
      ...agents.map((agent, index) => again(() => visit(agent), [1, 10, 100, 8000][index % 4] ?? 0)),
      ...Array.from({ length: 4 }, () => again(() => visit(false), 5)),
      again(signIn, 20),
    ];
    const before = server.log().filter(({ msg }) => msg === "ready");
    server.process.child.kill("SIGHUP");
    await logged("the processes are renewed").toBe(1);
    isOver = true;
    await Promise.all(load);
    for (const agent of agents) agent.destroy();
    console.log("answers while the processes were renewed:", answers);
    expect(Object.keys(answers).toSorted()).toEqual(["200", "signed in: 209"]);
    expect(answers["200"]).toBeGreaterThan(100);
    for (const { pid } of before) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(await visit(false)).toBe("200");
  });

  it("can be renewed after what kept it from that was mended", async () => {
    server = await RunningServer.start("postgres", several);
    await logged("ready").toBe(2);
    const clients = join(server.folder, "clients.config.json");
    const right = await readFile(clients, "utf8");
    await writeFile(clients, "{");
    server.process.child.kill("SIGHUP");
    await logged("a process cannot start; those that answer stay").toBe(1);
    expect(await visit(false)).toBe("200");
    await writeFile(clients, right);
    server.process.child.kill("SIGHUP");
    await logged("the processes are renewed").toBe(1);
    expect(await visit(false)).toBe("200");
    expect((await server.stop()).code).toBe(0);
  });
});
