import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyDataFiles } from "../support/copy-data-files.ts";
import { createTemporaryDatabase, postgresIsReachable } from "../support/databases.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";
import { occupyPort, portOf, startServerProcess } from "../support/server-process.ts";

const several = { VESTIBULE_PROCESSES: "2" };
/** Each request on a connection of its own, which are dealt out by turns. */
const apart = { headers: { connection: "close" } };

describe.skipIf(!postgresIsReachable)("a server of several processes", () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await RunningServer.start("postgres", several);
    await answering(2);
  });
  afterEach(() => server.remove());

  const answering = (howMany: number) => expect.poll(() => server.pids().length).toBe(howMany);
  const logged = (message: string) =>
    expect.poll(() => server.log().filter(({ msg }) => msg === message).length);

  it("goes on in one with a sign-in that was begun in another", async () => {
    const user = await server.addUser();
    const browser = server.browser();
    for (let round = 0; round < 4; round += 1) {
      await browser.send("/api/Account/Token", apart);
      const body = { username: user.username, password: testPassword };
      const { json } = await browser.post("/api/Account/Login", body, apart.headers);
      await browser.post("/api/Account/Exchange", { state: json.state }, apart.headers);
      const { json: view } = await browser.call("User", undefined, {}, apart.headers);
      expect(view).toMatchObject({ isAuthenticated: true, userId: user.id });
    }
    const answers = server.log().filter(({ msg }) => msg === "answered");
    expect(new Set(answers.map(({ pid }) => pid))).toEqual(new Set(server.pids()));
  });

  it("puts another in the place of one that was killed, and answers meanwhile", async () => {
    const [first = 0] = server.pids();
    process.kill(first, "SIGKILL");
    await logged("a process has ended; another takes its place").toBe(1);
    expect(server.log().find(({ msg }) => String(msg).startsWith("a process has ended"))).toMatchObject({
      pid: server.process.child.pid,
      worker: first,
      signal: "SIGKILL",
    });
    expect((await server.browser().send("/readyz", apart)).status).toBe(200);
    await answering(3);
    expect(new Set(server.pids()).size).toBe(3);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends wholly and in order at %s", async (signal) => {
    server.process.child.kill(signal);
    // Twice, as where a terminal and npm both pass it on.
    server.process.child.kill(signal);
    expect(await server.process.ended).toBe(0);
    await logged("stopped").toBe(2);
    expect(server.log().filter(({ level }) => level === "error")).toEqual([]);
  });

  it("leaves no process behind when the one that keeps them is killed", async () => {
    const alive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(server.pids().map(alive)).toEqual([true, true]);
    await server.kill();
    await expect.poll(() => server.pids().map(alive)).toEqual([false, false]);
  });

  it("says that it is renewed also where one of before has died meanwhile", async () => {
    const before = server.pids();
    server.process.child.kill("SIGHUP");
    await logged("stopped").toBe(1);
    const [left] = server.log().filter(({ msg }) => msg === "stopped");
    process.kill(before.find((pid) => pid !== left?.pid) ?? 0, "SIGKILL");
    await logged("the processes are renewed").toBe(1);
    await answering(4);
    await logged("a process has ended; another takes its place").toBe(1);
  });

  it("stays as it is where it cannot be renewed", async () => {
    const file = join(server.folder, "screens.config.json");
    await writeFile(file, "{");
    const before = server.pids();
    server.process.child.kill("SIGHUP");
    await logged("a process cannot start; those that answer stay").toBe(1);
    expect(server.process.output()).toContain("screens.config.json:1:1");
    expect((await server.browser().send("/readyz", apart)).status).toBe(200);
    expect(server.pids()).toEqual(before);
  });
});

it.skipIf(!postgresIsReachable)(
  "a server of several processes stays and tries again where there is no memory for another process",
  async () => {
    const script = join(import.meta.dirname, "../support/start-short-server.ts");
    const server = await RunningServer.start("postgres", several, script);
    await expect.poll(() => server.pids().length).toBe(2);
    process.kill(server.pids().at(0) ?? 0, "SIGKILL");
    await expect.poll(() => server.pids().length).toBe(3);
    const told = server.log().filter(({ msg }) => msg === "a process cannot start; those that answer stay");
    expect(told).toMatchObject([{ err: { message: "spawn ENOMEM" } }]);
    expect((await server.stop()).code).toBe(0);
    await server.remove();
  },
);

describe.skipIf(!postgresIsReachable)("several processes that cannot start", () => {
  it("say once what is wrong, and end", async () => {
    const data = await copyDataFiles();
    const database = await createTemporaryDatabase("postgres");
    const occupied = await occupyPort();
    const port = String(portOf(occupied));
    const variables = { ...several, PORT: port, DATABASE_URL: database.settings.databaseUrl ?? "" };
    const quiet = { ...variables, VESTIBULE_LOG_LEVEL: "fatal" };
    const inUse = startServerProcess(data.folder, quiet);
    expect(await inUse.ended).toBe(1);
    expect(inUse.output()).toBe(`Port ${port} of 127.0.0.1 is in use: stop what uses it, or set PORT\n`);
    occupied.close();
    await once(occupied, "close");

    await writeFile(join(data.folder, "clients.config.json"), "{");
    const broken = startServerProcess(data.folder, quiet);
    expect(await broken.ended).toBe(1);
    expect(broken.output()).toMatch(/^clients\.config\.json:1:1 {2}.*\n$/);
    await database.drop();
    await data.remove();
  });

  it("tell of one that was killed before it answered, and end", async () => {
    const data = await copyDataFiles();
    const nowhere = "postgres://127.0.0.1:1/nowhere";
    const server = startServerProcess(data.folder, { ...several, PORT: "0", DATABASE_URL: nowhere });
    const lineOf = (message: string) =>
      server
        .output()
        .split("\n")
        .find((line) => line.includes(message)) ?? "{}";
    const waits = "the database cannot be reached; trying again";
    await expect.poll(() => JSON.parse(lineOf(waits))).toMatchObject({ pid: expect.any(Number) });
    process.kill(JSON.parse(lineOf(waits)).pid, "SIGKILL");
    expect(await server.ended).toBe(1);
    expect(JSON.parse(lineOf("no process can start"))).toMatchObject({ level: "error", signal: "SIGKILL" });
    await data.remove();
  });

  it("are refused on SQLite", async () => {
    const data = await copyDataFiles();
    const server = startServerProcess(data.folder, { ...several, PORT: "0" });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      "VESTIBULE_PROCESSES must be 1 with SQLite: set DATABASE_URL to a PostgreSQL database for more\n",
    );
    await data.remove();
  });
});

describe("a server of one process that is told to renew itself", () => {
  it("says that it cannot, and goes on", async () => {
    const server = await RunningServer.start();
    server.process.child.kill("SIGHUP");
    await expect.poll(() => server.process.output()).toContain("SIGHUP renews a server of several processes");
    expect((await server.browser().send("/readyz", apart)).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
    await server.remove();
  });
});
