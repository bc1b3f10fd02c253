import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/server/store/store.ts";
import { findUserByName, type User } from "../../src/server/store/users.ts";
import { createTemporaryDatabase } from "../support/databases.ts";
import { runStoreProcesses } from "../support/run-store-processes.ts";
import { RunningServer } from "../support/running-server.ts";
import { testPassword } from "../support/server.ts";
import { freePort } from "../support/server-process.ts";

const program = "/usr/sbin/pgbouncer";
const isInstalled = existsSync(program);
if (!isInstalled) console.warn("Left out: pgbouncer is not installed, a pooler before PostgreSQL.");

const silent = { warn: () => undefined };
// As root it refuses to run, and becomes somebody else.
const nobody = process.getuid?.() === 0 ? { name: "nobody", id: 65_534 } : undefined;

describe.skipIf(!isInstalled)("behind a pooler that gives each transaction any of its connections", () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Starts one before the database of an address; gives that of the same database behind it. */
  async function behindPooler(address = ""): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-pooler-"));
    const real = new URL(address);
    const port = await freePort();
    const file = join(folder, "pgbouncer.ini");
    const password = real.password === "" ? "" : ` password=${decodeURIComponent(real.password)}`;
    await writeFile(
      file,
      `
[databases]
* = host=${real.hostname} port=${real.port || 5432} user=${real.username || userInfo().username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = statement_timeout
`,
    );
    if (nobody) for (const path of [folder, file]) await chown(path, nobody.id, nobody.id);
    const pooler: ChildProcess = spawn(program, ["-q", ...(nobody ? ["-u", nobody.name] : []), file]);
    ends.push(async () => {
      pooler.kill("SIGTERM");
      await once(pooler, "exit");
      await rm(folder, { recursive: true });
    });
    real.hostname = "127.0.0.1";
    real.port = String(port);
    const store = openStore({ databaseUrl: real.href, databaseFile: "" }, silent);
    // Its tables may be made later.
    const answer = () => sql`select 1`.execute(store.db);
    await expect.poll(() => answer().then(() => "up", String)).toBe("up");
    await store.close();
    return real.href;
  }

  it("processes that start at once migrate once, and leave neither locks nor plans behind", async () => {
    const database = await createTemporaryDatabase("postgres");
    ends.push(() => database.drop());
    const databaseUrl = await behindPooler(database.settings.databaseUrl);
    await runStoreProcesses({ databaseUrl, databaseFile: "" }, "migrate", ["", "", "", ""]);
    await runStoreProcesses({ databaseUrl, databaseFile: "" }, "migrate", ["", ""]);
    const store = openStore(database.settings, silent);
    const locks = await sql`select * from pg_locks where locktype = 'advisory'`.execute(store.db);
    expect(locks.rows).toEqual([]);
    await store.close();
    const pooled = openStore({ databaseUrl, databaseFile: "" }, silent);
    await findUserByName(pooled.db, "anna");
    const plans = await sql`select * from pg_prepared_statements`.execute(pooled.db);
    expect(plans.rows).toEqual([]);
    await pooled.close();
  });

  it("people sign in and out, many at once", async () => {
    const server = await RunningServer.start("postgres", async ({ databaseUrl }) => ({
      VESTIBULE_PROCESSES: "2",
      DATABASE_URL: await behindPooler(databaseUrl),
    }));
    ends.push(() => server.remove());
    const walk = async (user: User) => {
      const browser = server.browser();
      await browser.signIn(user.username, testPassword);
      const { json } = await browser.call("User");
      await browser.call("Logout", {});
      return [json.userId === user.id, (await browser.call("User")).json.isAuthenticated];
    };
    // More than the pooler has connections, and fewer than wait too long for their hash on a busy machine.
    for (let wave = 0; wave < 3; wave += 1) {
      const people = await Promise.all(Array.from({ length: 10 }, () => server.addUser()));
      expect(await Promise.all(people.map(walk))).toEqual(people.map(() => [true, false]));
    }
    expect(
      server
        .log()
        .filter(({ level }) => level === "error" || level === "warn")
        .map(({ msg }) => msg),
    ).toEqual(expect.not.arrayContaining([expect.stringMatching(/database|failed/)]));
  });
});
