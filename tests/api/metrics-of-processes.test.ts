import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyDataFiles } from "../support/copy-data-files.ts";
import { postgresIsReachable } from "../support/databases.ts";
import { RunningServer } from "../support/running-server.ts";
import { scrape } from "../support/scrape.ts";
import { testPassword } from "../support/server.ts";
import { occupyPort, portOf, startServerProcess } from "../support/server-process.ts";

const completed = 'vestibule_sign_ins_total{method="password",outcome="completed"}';
const views =
  'vestibule_http_request_duration_seconds_count{method="POST",route="/api/Account/User",status="2xx"}';
/** Each request on a connection of its own, which are dealt out by turns. */
const apart = { connection: "close" };

describe.skipIf(!postgresIsReachable)("the figures of several processes", () => {
  let server: RunningServer;
  beforeEach(async () => {
    server = await RunningServer.start("postgres", { VESTIBULE_PROCESSES: "2", VESTIBULE_METRICS_PORT: "0" });
    await answering(2);
  });
  afterEach(() => server.remove());

  const answering = (howMany: number) => expect.poll(() => server.pids().length).toBe(howMany);
  const figures = () => {
    const [, url = ""] = /"metrics":"(http[^"]+)"/.exec(server.process.output()) ?? [];
    return scrape(url);
  };
  const signIn = async (times: number) => {
    const user = await server.addUser();
    for (let round = 0; round < times; round += 1) {
      const browser = server.browser();
      await browser.send("/api/Account/Token", { headers: apart });
      await browser.call("Login", { username: user.username, password: testPassword }, {}, apart);
      await browser.call("User", undefined, {}, apart);
    }
  };

  it("are sums, which stay when processes are renewed or killed", async () => {
    await signIn(4);
    await expect.poll(async () => (await figures()).of(views)).toBe(4);
    const both = await figures();
    expect(both.of(completed)).toBe(4);
    expect(both.of("vestibule_database_up")).toBe(1);
    expect(both.of("vestibule_messages_waiting")).toBe(0);
    expect(both.text.match(/^vestibule_build_info\{.*\} 1$/gm)).toHaveLength(1);
    const answers = server.log().filter(({ msg }) => msg === "answered");
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);

    server.process.child.kill("SIGHUP");
    await answering(4);
    const ended = () => server.log().filter(({ msg }) => msg === "stopped").length;
    await expect.poll(ended).toBe(2);
    await signIn(1);
    await expect.poll(async () => (await figures()).of(views)).toBe(5);
    const renewed = await figures();
    expect(renewed.of(completed)).toBe(5);
    const memory = "process_resident_memory_bytes";
    expect(renewed.of(memory)).toBeLessThan(1.7 * both.of(memory));

    process.kill(server.pids().at(-1) ?? 0, "SIGKILL");
    await answering(5);
    const after = await figures();
    expect(after.of(completed)).toBe(5);
    expect(after.of(views)).toBe(5);
  });

  it("are told all the same while one process stands still", async () => {
    await signIn(2);
    await expect.poll(async () => (await figures()).of(views)).toBe(2);
    const [first = 0] = server.pids();
    process.kill(first, "SIGSTOP");
    expect((await figures()).of(views)).toBe(2);
    process.kill(first, "SIGCONT");
  });

  it("have nothing of a process that was killed while connections were on their way to it", async () => {
    await signIn(1);
    const limit = "process_max_fds";
    const ofTwo = (await figures()).of(limit);
    const [first = 0] = server.pids();
    process.kill(first, "SIGSTOP");
    const asked = Array.from({ length: 6 }, () => server.browser().send("/healthz", { headers: apart }));
    // Those that went to the other.
    await Promise.any(asked);
    process.kill(first, "SIGKILL");
    await answering(3);
    await expect.poll(async () => (await figures()).of(limit)).toBe(ofTwo);
    await server.stop();
    await Promise.allSettled(asked);
  });
});

it("the figures of several processes say once that their port is in use", async () => {
  const data = await copyDataFiles();
  const occupied = await occupyPort();
  const port = String(portOf(occupied));
  const nowhere = "postgres://127.0.0.1:1/nowhere";
  const variables = { VESTIBULE_PROCESSES: "2", VESTIBULE_METRICS_PORT: port, VESTIBULE_LOG_LEVEL: "fatal" };
  const server = startServerProcess(data.folder, { PORT: "0", DATABASE_URL: nowhere, ...variables });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe(
    `Port ${port} of 127.0.0.1 is in use: stop what uses it, or set VESTIBULE_METRICS_PORT\n`,
  );
  occupied.close();
  await data.remove();
});
