import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { countOldSeals, renewSeals } from "../../src/server/operators/renew-keys.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";
import { portOf } from "../support/server-process.ts";

const several = { VESTIBULE_PROCESSES: "2" };
let server: RunningServer;
afterEach(() => server.remove());

const logged = (message: string) =>
  expect.poll(() => server.log().filter(({ msg }) => msg === message).length, { timeout: 100_000 });
/** On a connection of its own, so that no process waits for it to be given up. */
const apart = { headers: { connection: "close" } };
const page = "/api/Account/GetPartnerMetaData";
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Visit {
  /** The status, or what became of the connection. */
  answer: string;
  /** The server said that it ends the connection. */
  closes: boolean;
}

/** Visits a page over an agent's connections. */
function visit(agent: Agent | false, path = page, port = server.port): Promise<Visit> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ answer: error.message, closes: true });
    const outgoing = request({ host: "127.0.0.1", port, path, agent }, (incoming) => {
      const { statusCode, headers } = incoming;
      incoming.resume();
      incoming.on("end", () =>
        resolve({ answer: String(statusCode), closes: headers.connection === "close" }),
      );
      incoming.on("error", fail);
    });
    outgoing.on("error", fail);
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
      ...agents.map((agent, index) =>
        again(async () => (await visit(agent)).answer, [1, 10, 100, 6500][index % 4] ?? 0),
      ),
      ...Array.from({ length: 4 }, () => again(async () => (await visit(false)).answer, 5)),
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
    expect((await visit(false)).answer).toBe("200");
  });

  it("can be renewed after what kept it from that was mended", async () => {
    server = await RunningServer.start("postgres", several);
    await logged("ready").toBe(2);
    const clients = join(server.folder, "clients.config.json");
    const right = await readFile(clients, "utf8");
    await writeFile(clients, "{");
    server.process.child.kill("SIGHUP");
    await logged("a process cannot start; those that answer stay").toBe(1);
    expect((await visit(false)).answer).toBe("200");
    await writeFile(clients, right);
    server.process.child.kill("SIGHUP");
    await logged("the processes are renewed").toBe(1);
    expect((await visit(false)).answer).toBe("200");
    expect((await server.stop()).code).toBe(0);
  });

  it("is given another key without a stop by the files that its variables name, and nobody is signed out", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-keys-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [keyFile, othersFile] = [join(folder, "key"), join(folder, "others")];
    const [old, next] = [randomBytes(32), randomBytes(32)];
    await writeFile(keyFile, old.toString("base64"));
    await writeFile(othersFile, "");
    server = await RunningServer.start("postgres", {
      ...several,
      VESTIBULE_SECRET_KEY: "",
      VESTIBULE_SECRET_KEY_FILE: keyFile,
      VESTIBULE_OTHER_SECRET_KEYS_FILE: othersFile,
    });
    await logged("ready").toBe(2);
    const browser = server.browser();
    const { username } = await server.addUser();
    const signingKeys = async () => (await server.browser().send("/connect/jwks", apart)).json;
    await browser.signIn(username, testPassword);
    const published = await signingKeys();
    let renewals = 0;
    const renewAll = async () => {
      server.process.child.kill("SIGHUP");
      renewals += 1;
      await logged("the processes are renewed").toBe(renewals);
      // As many as there are processes, which take turns.
      for (let turn = 0; turn < 2; turn += 1) {
        const { json } = await browser.call("User", undefined, {}, apart.headers);
        expect(json.isAuthenticated).toBe(true);
        expect(await signingKeys()).toEqual(published);
      }
    };

    await writeFile(othersFile, `${old.toString("base64")},${next.toString("base64")}\n`);
    await renewAll();
    await writeFile(keyFile, next.toString("base64"));
    await renewAll();
    const { db } = server.store;
    expect(await renewSeals(db, [next, old], Date.now())).toBeGreaterThan(0);
    expect(await countOldSeals(db, [next])).toBe(0);
    await writeFile(othersFile, "");
    await renewAll();
    expect((await server.stop()).code).toBe(0);
  });
});

/** Passes requests on by turns, over kept connections, to those servers that said last at `/readyz` that they are. */
async function balancer(ports: readonly number[]) {
  const ready = new Set(ports);
  const agent = new Agent({ keepAlive: true });
  const look = async (port: number) => {
    const { answer } = await visit(false, "/readyz", port);
    if (answer === "200") ready.add(port);
    else ready.delete(port);
  };
  const looking = setInterval(() => ports.forEach(look), 1000);
  let turn = 0;
  const proxy = createServer(async (incoming, outgoing) => {
    turn += 1;
    const { answer } = await visit(agent, incoming.url, [...ready][turn % ready.size]);
    outgoing.writeHead(answer === "200" ? 200 : 502).end();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const close = async () => {
    clearInterval(looking);
    agent.destroy();
    proxy.close();
    await once(proxy, "close");
  };
  return { port: portOf(proxy), close };
}

describe("a server that is told to end by SIGTERM", () => {
  it.each([
    ["one process", "sqlite", {}],
    ["several processes", "postgres", several],
  ] as const)(
    "of %s answers everybody until they have left: kept connections, new ones, idle ones",
    async (_, kind, variables) => {
      server = await RunningServer.start(kind, variables);
      if (kind === "postgres") await logged("ready").toBe(2);
      // Busy, now and then, and idle for longer than the notice.
      const clients = [1, 1, 100, 100, 2000, 5500, 5500].map((rest) => ({
        rest,
        agent: new Agent({ keepAlive: true, maxSockets: 1 }),
      }));
      await Promise.all(clients.map(({ agent }) => visit(agent)));
      const stopped = server.stop("SIGTERM");
      // As systemd does, which tells each process of a service.
      for (const pid of server.pids()) process.kill(pid, "SIGTERM");
      const left = clients.map(async ({ agent, rest }) => {
        for (;;) {
          await pause(rest);
          const { answer, closes } = await visit(agent);
          if (closes || answer !== "200") return answer;
        }
      });
      await expect.poll(async () => (await visit(false, "/readyz")).answer).toBe("503");
      const newcomer = new Agent({ keepAlive: true });
      expect(await visit(newcomer)).toEqual({ answer: "200", closes: true });
      expect(await Promise.all(left)).toEqual(clients.map(() => "200"));
      const { code, milliseconds } = await stopped;
      console.log(`ended ${Math.round(milliseconds)} ms after SIGTERM`);
      expect([code, milliseconds < 10_000]).toEqual([0, true]);
    },
  );

  it("and by SIGINT after it waits for nobody any more", async () => {
    server = await RunningServer.start("postgres", several);
    await logged("ready").toBe(2);
    const stopped = server.stop("SIGTERM");
    await logged("ending: answering until everybody has left").toBe(2);
    server.process.child.kill("SIGINT");
    const { code, milliseconds } = await stopped;
    // The notice alone is as long.
    expect([code, milliseconds < 5000]).toEqual([0, true]);
  });

  it("starts no further process, also where one is about to take the place of a dead one", async () => {
    server = await RunningServer.start("postgres", several);
    // Each death makes the pause before the next start longer: half a second, one, two.
    for (let answering = 2; answering < 5; answering += 1) {
      await logged("ready").toBe(answering);
      process.kill(server.pids().at(-1) ?? 0, "SIGKILL");
      await logged("a process has ended; another takes its place").toBe(answering - 1);
    }
    expect((await server.stop("SIGTERM")).code).toBe(0);
    expect(server.pids()).toHaveLength(4);
  });

  it("leaves its requests to another behind a balancer, which loses none", async () => {
    server = await RunningServer.start();
    const other = await RunningServer.start();
    onTestFinished(() => other.remove());
    const { port, close } = await balancer([server.port, other.port]);
    onTestFinished(close);
    const answers: string[] = [];
    let isOver = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) answers.push((await visit(false, page, port)).answer);
    });
    expect((await server.stop("SIGTERM")).code).toBe(0);
    isOver = true;
    await Promise.all(load);
    expect(answers.length).toBeGreaterThan(100);
    expect(new Set(answers)).toEqual(new Set(["200"]));
  });
});

it("a process that hangs is ended and replaced, and the others are left alone", async () => {
  server = await RunningServer.start("postgres", several);
  await logged("ready").toBe(2);
  const [hangs = 0, other = 0] = server.pids();
  process.kill(hangs, "SIGSTOP");
  await logged("a process hangs; it is ended").toBe(1);
  await logged("ready").toBe(3);
  expect(() => process.kill(hangs, 0)).toThrow("ESRCH");
  expect(process.kill(other, 0)).toBe(true);
  const ended = server.log().filter(({ msg }) => msg === "a process has ended; another takes its place");
  expect(ended).toMatchObject([{ worker: expect.any(Number), signal: "SIGKILL" }]);
  expect((await server.stop()).code).toBe(0);
});

describe("more connections than each of several processes may have files open", () => {
  it("are hung up on, and once they are gone everybody is answered as before", async () => {
    server = await RunningServer.start("postgres", several);
    await logged("ready").toBe(2);
    // Those that take the place of these may have no more than the primary has from now on.
    execFileSync("prlimit", ["--nofile=256:256", "--pid", String(server.process.child.pid)]);
    for (const pid of server.pids()) process.kill(pid, "SIGKILL");
    await logged("ready").toBe(4);
    let ends = 0;
    const joined = () => {
      const socket = connect(server.port, "127.0.0.1", () =>
        socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost:${server.port}\r\n\r\n`),
      );
      const ended = new Promise((resolve) => socket.once("close", resolve));
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.on("error", () => undefined);
      socket.resume();
      void ended.then(() => (ends += 1));
      return { socket, ended, isThere: Promise.race([answered, ended]) };
    };
    const crowd: ReturnType<typeof joined>[] = [];
    // No faster than the primary hands them over: it has no more files itself, and would lose the rest without a word.
    while (crowd.length < 600) {
      const group = Array.from({ length: 20 }, joined);
      crowd.push(...group);
      await Promise.all(group.map(({ isThere }) => isThere));
    }
    // At once, and not when the patience with slow senders is over.
    await expect.poll(() => ends, { timeout: 4000 }).toBeGreaterThan(200);
    await logged("connections are hung up on: too many are open").toBeGreaterThan(0);
    for (const { socket } of crowd) socket.destroy();
    await Promise.all(crowd.map(({ ended }) => ended));
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(false, "/readyz")));
    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(["200"]));
  });
});
