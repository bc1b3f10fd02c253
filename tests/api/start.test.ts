import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start as startHere } from "../../src/server/main.ts";
import { addMessage } from "../../src/server/store/messages.ts";
import { migrate } from "../../src/server/store/migrate.ts";
import { migrations } from "../../src/server/store/migrations.ts";
import { readMinuteCounts } from "../../src/server/store/minute-counts.ts";
import { openPostgres } from "../../src/server/store/postgres.ts";
import { openStore } from "../../src/server/store/store.ts";
import { copyDataFiles } from "../support/copy-data-files.ts";
import { createTemporaryDatabase, postgresIsReachable } from "../support/databases.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startMessageGateway } from "../support/message-gateway.ts";
import { root } from "../support/server.ts";
import {
  answerOf,
  freePort,
  isOver,
  occupyPort,
  portOf,
  type ServerProcess,
  startServerProcess,
} from "../support/server-process.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { TestClient } from "../support/test-client.ts";

/** A database that is away. */
const nowhere = "postgres://127.0.0.1:1/nowhere";
const running: ServerProcess[] = [];
let data: Awaited<ReturnType<typeof copyDataFiles>>;

beforeAll(async () => {
  data = await copyDataFiles();
});
afterAll(async () => {
  for (const server of running) if (!isOver(server)) server.child.kill("SIGKILL");
  await data.remove();
});

function start(variables: Record<string, string>, folder = data.folder, script?: string): ServerProcess {
  const server = startServerProcess(folder, variables, script);
  running.push(server);
  return server;
}

/** Data files in which a partner asks for Google's captcha. */
async function filesWithCaptcha() {
  const copy = await copyDataFiles();
  const partnerFile = join(copy.folder, "partners/northwind/partner.json");
  const partner = JSON.parse(await readFile(partnerFile, "utf8"));
  const captcha = { checkbox: { siteKey: "key", secretEnvironment: "B_SECRET" } };
  await writeFile(partnerFile, JSON.stringify({ ...partner, captcha }));
  return copy;
}

describe("a start that cannot succeed ends at once with exit code 1", () => {
  it("naming every setting that is wrong", async () => {
    const server = start({ PORT: "80000", VESTIBULE_PUBLIC_URL: "localhost", VESTIBULE_LOG_LEVL: "info" });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^PORT .*$/m);
    expect(server.output()).toMatch(/^VESTIBULE_PUBLIC_URL .*$/m);
    expect(server.output()).toMatch(
      /^VESTIBULE_LOG_LEVL is not a setting; did you mean VESTIBULE_LOG_LEVEL\?/m,
    );
    expect(server.output()).not.toContain("    at ");
  });

  it.each([
    ["screens.config.json", (text: string) => text.replace('"form": "login"', '"form": "logon"'), "logon"],
    ["partners/default/partner.json", (text: string) => text.replace('"en-GB"', "7"), "7"],
    ["clients.config.json", () => '{\n  "clients": {\n    "a": { "name": "A" }\n  }\n}\n', "redirectUris"],
    ["vendors.config.json", () => "{", "JSON"],
  ])("naming file, line and column of what is wrong in %s", async (file, breakIt, reason) => {
    const copy = await copyDataFiles();
    const path = join(copy.folder, file);
    await writeFile(path, breakIt(await readFile(path, "utf8")));
    const server = start({ PORT: "0" }, copy.folder);
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(new RegExp(`^${file}:\\d+:\\d+  .*${reason}`, "m"));
    expect(server.output()).not.toContain("    at ");
    await copy.remove();
  });

  it("naming the variables of secrets that are not set", async () => {
    const copy = await filesWithCaptcha();
    const client = { name: "A", redirectUris: ["https://a.example/"], secretEnvironment: "A_SECRET" };
    const clients = { $schema: "./schemas/config/clients.schema.json", clients: { a: client } };
    await writeFile(join(copy.folder, "clients.config.json"), JSON.stringify(clients));
    const server = start({ PORT: "0" }, copy.folder);
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      [
        'B_SECRET is not set: partner "northwind" names it as the variable of its secret',
        'A_SECRET is not set: client "a" names it as the variable of its secret',
        "",
      ].join("\n"),
    );
    await copy.remove();
  });

  it("naming a port that is in use", async () => {
    const other = await occupyPort();
    const port = String(portOf(other));
    const server = start({ PORT: port, VESTIBULE_LOG_LEVEL: "fatal" });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(`Port ${port} of 127.0.0.1 is in use: stop what uses it, or set PORT\n`);
    other.close();
  });

  it("naming a port of the figures that is in use", async () => {
    const other = await occupyPort();
    const port = String(portOf(other));
    const server = start({ PORT: "0", VESTIBULE_METRICS_PORT: port, VESTIBULE_LOG_LEVEL: "fatal" });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      `Port ${port} of 127.0.0.1 is in use: stop what uses it, or set VESTIBULE_METRICS_PORT\n`,
    );
    other.close();
  });
});

// `PATH` has that of the packages first; this one may be what a unit of systemd runs.
const systemNode = "/usr/bin/node";
const { stdout: systemVersion } = spawnSync(systemNode, ["--version"], { encoding: "utf8" });

it.skipIf(!/^v(1\d|2[0-3])\./.test(systemVersion ?? ""))(
  "a start by an older Node, without npm, says which one it needs",
  () => {
    const { status, stderr } = spawnSync(systemNode, [join(root, "scripts/start.js")], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Vestibule needs Node 24\.7; this is v.*\n$/);
  },
);

describe("a start on what cannot be used", () => {
  it.each([
    [
      "another key",
      { VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64") },
      "VESTIBULE_SECRET_KEY is not the key",
    ],
    [
      "an address of another machine",
      { VESTIBULE_HOST: "192.0.2.1" },
      "192.0.2.1 is no address of this machine",
    ],
  ])("names it: %s", async (_case, environment, reason) => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-start-"));
    const port = String(await freePort());
    const file = { PORT: port, VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite") };
    const first = start(file);
    const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
    await answerOf(first, client, "/readyz", 200);
    first.child.kill("SIGINT");
    await first.ended;
    expect((await stat(file.VESTIBULE_DATABASE_FILE)).mode & 0o777).toBe(0o600);
    const second = start({ ...file, ...environment });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(reason);
    expect(second.output()).not.toContain("    at ");
    await rm(folder, { recursive: true });
  });

  it("names a database file that is no database, or a folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-start-"));
    const file = join(folder, "other.sqlite");
    await writeFile(file, "no database at all ".repeat(100));
    for (const [path, reason] of [
      [file, "no SQLite database"],
      [folder, "cannot be opened (EISDIR)"],
    ] as const) {
      const server = start({ PORT: "0", VESTIBULE_DATABASE_FILE: path });
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain(reason);
      expect(server.output()).not.toContain("    at ");
    }
    await rm(folder, { recursive: true });
  });
});

describe("a running server", () => {
  it("listens at one address of a name that has two, which its log tells", async () => {
    const port = await freePort();
    const server = start({
      PORT: String(port),
      VESTIBULE_HOST: "localhost",
      VESTIBULE_DATABASE_FILE: join(data.folder, "localhost.sqlite"),
      NODE_OPTIONS: `--import=${join(root, "tests/support/localhost-of-two.ts")}`,
    });
    const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
    await answerOf(server, client, "/readyz", 200);
    expect(server.output().match(/listening on [^"]+/g)).toEqual([`listening on http://127.0.0.1:${port}`]);
    await expect(once(connect(port, "::1"), "connect")).rejects.toThrow();
  });

  it("answers pages and calls, and stops in order when it is told to", async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const server = start({ PORT: String(port), VESTIBULE_PUBLIC_URL: origin });
    const client = new TestClient(`http://127.0.0.1:${port}`, origin);
    await answerOf(server, client, "/readyz", 200);
    // Without a gateway its messages reach nobody.
    expect((await client.call("SystemStatus")).json).toEqual({ status: "degraded" });
    expect((await client.send("/account/login")).text).toContain('data-screen="login"');
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('"msg":"stopped"');
    expect(server.output().match(/reach nobody/g)).toHaveLength(2);
  });

  it.skipIf(process.platform !== "linux")(
    "answers and stops in order while its log has no room",
    async () => {
      const full = await open("/dev/full", "w");
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const variables = { PORT: String(port), VESTIBULE_PUBLIC_URL: origin };
      const server = startServerProcess(data.folder, variables, undefined, full.fd);
      running.push(server);
      const client = new TestClient(`http://127.0.0.1:${port}`, origin);
      await answerOf(server, client, "/readyz", 200);
      for (let round = 0; round < 10; round += 1)
        expect((await client.send("/account/login")).text).toContain('data-screen="login"');
      server.child.kill("SIGINT");
      expect(await server.ended).toBe(0);
      await full.close();
    },
  );

  it("goes on in development without the secret of a captcha, in whose place our own puzzle is there", async () => {
    const copy = await filesWithCaptcha();
    const port = await freePort();
    const server = start({ PORT: String(port), NODE_ENV: "development" }, copy.folder);
    const origin = `http://127.0.0.1:${port}`;
    const client = new TestClient(origin, `http://localhost:${port}`);
    await answerOf(server, client, "/readyz", 200);
    expect(server.output()).toContain("B_SECRET is not set");
    const { json } = await client.call("CaptchaChallenge", undefined, { version: "1" });
    expect(json.challenge).not.toBeNull();
    server.child.kill("SIGINT");
    await server.ended;
    await copy.remove();
  });

  it("takes no changed application whose secret is not set, and goes on with those it had", async () => {
    const copy = await copyDataFiles();
    const file = join(copy.folder, "clients.config.json");
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const server = start({ PORT: String(port), VESTIBULE_PUBLIC_URL: origin }, copy.folder);
    const client = new TestClient(`http://127.0.0.1:${port}`, origin);
    await answerOf(server, client, "/readyz", 200);
    const callback = "http://localhost:9/callback";
    const isKnown = async (id: string) => {
      const query = {
        client_id: id,
        redirect_uri: callback,
        response_type: "code",
        scope: "openid",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      };
      const { headers } = await client.send(`/connect/authorize?${new URLSearchParams(query)}`);
      return headers.location?.startsWith("/error?") === false;
    };
    const write = (id: string, more: object = {}) => {
      const clients = { [id]: { name: "A", redirectUris: [callback], ...more } };
      return writeFile(file, JSON.stringify({ $schema: "./schemas/config/clients.schema.json", clients }));
    };

    await write("first");
    await expect.poll(() => isKnown("first")).toBe(true);
    await write("second", { secretEnvironment: "SECOND_SECRET" });
    const sentence = 'SECOND_SECRET is not set: client "second" names it as the variable of its secret';
    await expect
      .poll(() => server.output())
      .toContain(JSON.stringify(`configuration not taken: ${sentence}`));
    expect([await isKnown("first"), await isKnown("second")]).toEqual([true, false]);
    await write("second");
    await expect.poll(() => isKnown("second")).toBe(true);
    server.child.kill("SIGINT");
    await server.ended;
    await copy.remove();
  });

  it("takes a changed application once the file of its secret has it, and says once why not before", async () => {
    const copy = await copyDataFiles();
    const secretFile = join(copy.folder, "late.secret");
    await writeFile(secretFile, "");
    const port = await freePort();
    const variables = { PORT: String(port), LATE_SECRET_FILE: secretFile };
    const server = start(variables, copy.folder);
    const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
    await answerOf(server, client, "/readyz", 200);
    const entry = {
      name: "Late",
      redirectUris: ["http://localhost:9/callback"],
      secretEnvironment: "LATE_SECRET",
    };
    const clients = { $schema: "./schemas/config/clients.schema.json", clients: { late: entry } };
    await writeFile(join(copy.folder, "clients.config.json"), JSON.stringify(clients));
    const times = (text: string) => server.output().split(text).length - 1;
    await expect.poll(() => times("configuration not taken: LATE_SECRET is not set")).toBe(1);
    await writeFile(secretFile, "0123456789".repeat(4));
    await expect.poll(() => times('"configuration taken"'), { timeout: 20_000 }).toBe(1);
    expect(times("configuration not taken")).toBe(1);
    server.child.kill("SIGINT");
    await server.ended;
    await copy.remove();
  });

  it("says why it could not stop in order", async () => {
    const script = join(root, "tests/support/start-unstoppable-server.ts");
    const port = await freePort();
    const server = start({ PORT: String(port) }, data.folder, script);
    const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
    await answerOf(server, client, "/readyz", 200);
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(1);
    const said = () => /^.*"level":"fatal".*$/m.exec(server.output())?.[0] ?? "{}";
    await expect
      .poll(() => JSON.parse(said()))
      .toMatchObject({
        msg: "the stop failed",
        err: { message: "something does not close" },
      });
  });

  it("is what the build has made of it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-start-"));
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const file = { VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite") };
    const variables = { PORT: String(port), VESTIBULE_PUBLIC_URL: origin, ...file };
    const server = start(variables, folder, join(root, "scripts/start.js"));
    const client = new TestClient(`http://127.0.0.1:${port}`, origin);
    await answerOf(server, client, "/readyz", 200);
    const page = (await client.send("/account/login")).text;
    const [script] = /\/assets\/entry-browser[^"]+\.js/.exec(page) ?? [];
    expect(page).toContain('"screen":"login"');
    expect((await client.send(script ?? "")).status).toBe(200);
    expect((await client.send("/service-worker.js")).status).toBe(200);
    await client.call("Token");
    const wrong = { username: "nobody", password: "a password of nobody" };
    expect((await client.call("Login", wrong)).status).toBe(400);
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('"level":"error"');
    await rm(folder, { recursive: true });
  });

  it.each([
    ["that serves", {}, 200],
    ["that waits for its database", { DATABASE_URL: nowhere }, 503],
  ])("%s ends when npm is told to end, which tells nobody", async (_, variables, status) => {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-npm-"));
    const port = await freePort();
    const npm = spawn("npm", ["start"], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        PORT: String(port),
        VESTIBULE_PROCESSES: "1",
        VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite"),
        VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64"),
        ...variables,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    npm.stdout.on("data", (data) => (output += String(data)));
    const closed = once(npm.stdout, "close");
    const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
    await answerOf({ child: npm, output: () => output }, client, "/readyz", status);
    npm.kill("SIGTERM");
    // The server writes to the same pipe as long as it is there.
    await closed;
    expect(output.includes('"msg":"stopped"')).toBe(status === 200);
    await rm(folder, { recursive: true });
  });

  // As the first process of a container it would not end by itself.
  it.each(["SIGTERM", "SIGINT"] as const)(
    "that waits for its database ends at once at %s",
    async (signal) => {
      const port = await freePort();
      const server = start({ PORT: String(port), DATABASE_URL: nowhere });
      const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
      await answerOf(server, client, "/readyz", 503);
      server.child.kill(signal);
      expect(await server.ended).toBe(0);
    },
  );

  it.each(["1", "2"])(
    "of %s processes that wait for their database stays when it is told to renew itself",
    async (processes) => {
      const port = await freePort();
      const server = start({ PORT: String(port), DATABASE_URL: nowhere, VESTIBULE_PROCESSES: processes });
      const client = new TestClient(`http://127.0.0.1:${port}`, `http://localhost:${port}`);
      const said = /"pid":\d+(?=.*"the database cannot be reached)/g;
      const waiting = () => new Set(server.output().match(said)).size;
      await answerOf(server, client, "/readyz", 503);
      server.child.kill("SIGHUP");
      // There is nothing to renew yet; of several another one waits from now on.
      await expect.poll(waiting).toBe(Number(processes));
      await answerOf(server, client, "/readyz", 503);
      server.child.kill("SIGTERM");
      expect(await server.ended).toBe(0);
    },
  );

  it("hands mails that wait to the mail server of its settings", async () => {
    const database = await createTemporaryDatabase("sqlite");
    const secretKey = randomBytes(32);
    const store = openStore(database.settings, { warn: () => undefined });
    await store.migrate();
    const mail = { channel: "mail", to: "a@b.example", subject: "S", text: "T", language: "de" } as const;
    const id = await addMessage(store.db, [secretKey], mail, 60_000, Date.now());
    await store.close();
    const mailServer = await startMailServer();
    const server = start({
      PORT: "0",
      VESTIBULE_DATABASE_FILE: database.settings.databaseFile,
      VESTIBULE_SECRET_KEY: secretKey.toString("base64"),
      VESTIBULE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      VESTIBULE_MAIL_FROM: "no-reply@signin.example",
    });
    await expect.poll(() => mailServer.received.length).toBe(1);
    expect(mailServer.received[0]).toMatchObject({ recipients: ["a@b.example"] });
    expect(mailServer.received[0]?.source).toContain(`<${id}@signin.example>`);
    expect(server.output()).toContain("text messages reach nobody");
    expect(server.output()).not.toContain("mails reach nobody");
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(0);
    await mailServer.close();
    await database.drop();
  });

  it.skipIf(!postgresIsReachable)(
    "changes the schema again beside others that answer, where a long reader was in its way",
    async () => {
      const database = await createTemporaryDatabase("postgres");
      const { databaseUrl = "" } = database.settings;
      const { db } = openPostgres(databaseUrl, { limited: false, onLost: () => undefined });
      const before = Object.entries(migrations("postgres")).filter(([name]) => name < "013");
      await migrate(db, Object.fromEntries(before));
      const waiting = async () => {
        const { rows } =
          await sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and not granted`.execute(db);
        return rows.length > 0;
      };
      const environment = {
        PORT: "0",
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64"),
        VESTIBULE_LOG_LEVEL: "fatal",
      };
      const options = { root: data.folder, environment, renderer: async () => stubRenderer };
      const starting = await db.transaction().execute(async (reader) => {
        await sql`select 1 from audit`.execute(reader);
        const server = startHere({ ...options, besideOthers: true });
        await expect.poll(waiting).toBe(true);
        await expect.poll(waiting).toBe(false);
        return { server };
      });
      const { services, stop } = await starting.server;
      await expect(services.store.assertCurrent()).resolves.toBeUndefined();
      await stop();
      await db.destroy();
      await database.drop();
    },
  );

  it("writes its counts in their own time, not with each message", async () => {
    const database = await createTemporaryDatabase("sqlite");
    const gateway = await startMessageGateway();
    const { services, stop } = await startHere({
      root: data.folder,
      environment: {
        PORT: "0",
        NODE_ENV: "test",
        VESTIBULE_DATABASE_FILE: database.settings.databaseFile,
        VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64"),
        VESTIBULE_MESSAGE_GATEWAY_URL: gateway.url,
        VESTIBULE_MESSAGE_GATEWAY_TOKEN: "token",
        VESTIBULE_LOG_LEVEL: "fatal",
      },
      renderer: async () => stubRenderer,
    });
    const { store, settings, operations } = services;
    const written = async () => (await readMinuteCounts(store.db, 0)).map(({ name }) => name);
    operations.counts.add("error.client");
    await expect.poll(written, { timeout: 15_000 }).toContain("error.client");

    operations.counts.add("error.server");
    const message = { channel: "sms", to: "+15550001111", text: "T", language: "de" } as const;
    await addMessage(store.db, settings.secretKeys, message, 60_000, Date.now());
    services.wakeDelivery();
    await expect.poll(() => gateway.received.length).toBe(1);
    expect(await written()).not.toContain("error.server");
    await stop();
    await gateway.close();
    await database.drop();
  });
});

describe.skipIf(!postgresIsReachable).each(["1", "2"])(
  "a server of %s processes whose database is away",
  (processes) => {
    it("says so, comes up by itself, says so again when it is lost, and comes back", async () => {
      const database = await createTemporaryDatabase("postgres");
      const real = new URL(database.settings.databaseUrl ?? "");
      const sockets = new Set<Socket>();
      const proxy = createServer((socket) => {
        const onward = connect(Number(real.port), real.hostname);
        for (const end of [socket, onward]) {
          sockets.add(end);
          end.on("error", () => {});
          end.on("close", () => sockets.delete(end));
        }
        socket.pipe(onward).pipe(socket);
      });
      const proxyPort = await freePort();
      const listen = () => new Promise<void>((resolve) => proxy.listen(proxyPort, "127.0.0.1", resolve));
      const cut = async () => {
        const closed = once(proxy, "close");
        proxy.close();
        for (const socket of sockets) socket.destroy();
        await closed;
      };
      real.port = real.port || "5432";
      const url = new URL(real);
      url.port = String(proxyPort);
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const server = start({
        PORT: String(port),
        VESTIBULE_PUBLIC_URL: origin,
        DATABASE_URL: url.href,
        VESTIBULE_PROCESSES: processes,
      });
      const client = new TestClient(`http://127.0.0.1:${port}`, origin);

      const expectAway = async () => {
        expect((await client.send("/healthz")).status).toBe(200);
        expect((await client.send("/readyz")).status).toBe(503);
      };
      await answerOf(server, client, "/readyz", 503);
      await expectAway();
      // Whoever never comes to an end with what they send keeps nobody from what comes up.
      const slow = connect(port, "127.0.0.1", () => slow.write("GET / HTTP/1.1\r\nx-slow: "));
      slow.on("error", () => {});
      const dribble = setInterval(() => slow.write("."), 100);
      const page = await client.send("/account/login", { headers: { accept: "text/html" } });
      expect([page.status, page.headers["retry-after"]]).toEqual([503, "2"]);
      expect(page.text).toContain("We will be right back");
      const call = await client.send("/api/Account/Token");
      expect([call.status, call.json.title]).toEqual([
        503,
        expect.stringContaining("busy or being restarted"),
      ]);

      await listen();
      await answerOf(server, client, "/readyz", 200);
      clearInterval(dribble);
      slow.destroy();
      const login = { username: "nobody", password: "wrong" };
      expect((await client.call("Login", login)).status).toBe(400);
      const ready = () => server.output().match(/(?<="pid":)\d+(?=.*"msg":"ready")/g) ?? [];
      await expect.poll(() => ready().length).toBe(Number(processes));

      await cut();
      const lost = await client.call("Login", login);
      expect([lost.status, lost.headers["retry-after"]]).toEqual([503, "2"]);
      await expectAway();
      if (processes === "2") {
        // Another one would have nothing but an apology for whoever is dealt to it.
        process.kill(Number(ready()[0]), "SIGKILL");
        await expect
          .poll(() => server.output())
          .toContain('"msg":"a process cannot start; those that answer stay"');
        await expectAway();
      }

      await listen();
      await answerOf(server, client, "/readyz", 200);
      expect((await client.call("Login", login)).status).toBe(400);
      server.child.kill("SIGINT");
      expect(await server.ended).toBe(0);
      await cut();
      await database.drop();
    });
  },
);
