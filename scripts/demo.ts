import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { personas } from "../src/server/demo/personas.ts";
import { readOptions } from "./read-options.ts";
import { waitForFiles } from "./wait-for-files.ts";

const usage = `npm run demo [-- --port <number>] [--fresh] [--dev]
  The sign-in service, an application that signs in at it and a provider that one can sign in with, on loopback, with
  users for every situation. --port moves it (the application and the provider take the next two ports), --fresh forgets
  what an earlier run left. --dev, which is npm run dev, serves the pages from the sources and starts the server anew
  when its code changes.`;

const root = join(import.meta.dirname, "..");
const usualPort = 5400;
const { values: flags } = readOptions(usage, {
  options: {
    port: { type: "string", default: String(usualPort) },
    fresh: { type: "boolean", default: false },
    dev: { type: "boolean", default: false },
  },
});
const port = Number(flags.port);
const origin = `http://localhost:${port}`;
const application = `http://localhost:${port + 1}`;
const vendor = `http://localhost:${port + 2}`;
const folder = join(root, "data", port === usualPort ? "demo" : `demo-${port}`);
const children: ChildProcess[] = [];
let ending = false;

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await end(1);
}

async function main(): Promise<void> {
  if (process.env.NODE_ENV === "production")
    throw new Error("The demo does not run with NODE_ENV=production.");
  await assertUsable([port, port + 1, port + 2, ...(flags.dev ? [port + 3] : [])]);
  if (!flags.dev) await build();
  console.log("Starting the demo …");
  if (flags.fresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const environment = await serverEnvironment();
  if (flags.dev) await waitForFiles(root, environment);
  await run("src/server/demo/seed.ts", environment);
  // First, because it takes the mail that the server sends as soon as it runs.
  await start("src/server/demo/application/main.ts", environment, `${application}/personas.json`);
  await (flags.dev
    ? start("scripts/dev-server.ts", environment, `${origin}/readyz`, [
        "--watch",
        "--watch-preserve-output",
        "--watch-kill-signal=SIGINT",
      ])
    : start("scripts/demo-server.ts", environment, `${origin}/readyz`));
  await start("src/server/demo/vendor/main.ts", environment, `${vendor}/.well-known/openid-configuration`);
  announce();
}

/** What the processes are told; of the settings of a real server nothing gets through but how much it logs. */
async function serverEnvironment(): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VESTIBULE_.*|OTEL_.*|DATABASE_URL.*|PORT|NODE_ENV)$/i.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PORT: String(port),
    VESTIBULE_PUBLIC_URL: origin,
    VESTIBULE_DATABASE_FILE: join(folder, "vestibule.sqlite"),
    VESTIBULE_CLIENTS_FILE: await movedFile("clients.config.json"),
    VESTIBULE_VENDORS_FILE: await movedFile("vendors.config.json"),
    // The demo's applications are on this machine, and sign-out has to reach them.
    VESTIBULE_PRIVATE_ADDRESSES: "127.0.0.0/8,::1",
    VESTIBULE_MESSAGE_GATEWAY_URL: `${application}/outbox`,
    VESTIBULE_LOG_LEVEL: process.env.VESTIBULE_LOG_LEVEL ?? "warn",
    // Lets each browser test come from an address of its own, so that none pays for the failures of others.
    ...(process.env.DEMO_TRUSTED_PROXIES && { VESTIBULE_TRUSTED_PROXIES: process.env.DEMO_TRUSTED_PROXIES }),
    DEV_SOCKET_PORT: String(port + 3),
    DEMO_ISSUER: origin,
    DEMO_PAYROLL_PORT: String(port + 1),
    DEMO_PAYROLL_SECRET: randomBytes(32).toString("base64url"),
    DEMO_VENDOR_PORT: String(port + 2),
    DEMO_VENDOR_SECRET: randomBytes(32).toString("base64url"),
    DEMO_OUTBOX: `${application}/outbox`,
  };
}

/** The demo's own configuration file; on other ports a copy that names them, with the pictures beside it. */
async function movedFile(name: string): Promise<string> {
  const own = join(root, "src/server/demo");
  const file = join(own, name);
  if (port === usualPort) return file;
  const text = await readFile(file, "utf8");
  const moved = text.replace(/localhost:540(\d)/g, (_, digit) => `localhost:${port + Number(digit)}`);
  const pictures = (await readdir(own)).filter((each) => each.endsWith(".svg"));
  await Promise.all(pictures.map((each) => copyFile(join(own, each), join(folder, each))));
  const copy = join(folder, name);
  await writeFile(copy, moved.replaceAll("../../../schemas", "../../schemas"));
  return copy;
}

async function assertUsable(ports: readonly number[]): Promise<void> {
  for (const each of ports) {
    if (!Number.isInteger(each) || each < 1 || each > 65_535)
      throw new Error(`--port ${flags.port} cannot be used: give a number from 1 to 65532.`);
    const server = createServer();
    const free = new Promise<void>((resolve, reject) => {
      server.once("error", () =>
        reject(new Error(`Port ${each} is in use: end what listens there, or use --port.`)),
      );
      server.listen(each, "127.0.0.1", () => server.close(() => resolve()));
    });
    await free;
    if (await isRefusedByBrowsers(each))
      throw new Error(`Port ${each} is one that browsers refuse: choose another by --port.`);
  }
}

/** Says whether the port is one that the Fetch standard blocks ("bad port"); nothing listens there yet. */
async function isRefusedByBrowsers(each: number): Promise<boolean> {
  const refusal: unknown = await fetch(`http://localhost:${each}`).catch(({ cause }: Error) => cause);
  return refusal instanceof Error && refusal.message === "bad port";
}

/** Builds the pages and the gallery's script, each where its sources are newer. */
async function build(): Promise<void> {
  if (await isOlder("build/build.json")) {
    console.log("Building the pages, which takes a minute …");
    await run("scripts/build.ts", process.env);
  }
  if (await isOlder("build/gallery/.vite/manifest.json")) {
    console.log("Building the gallery …");
    await run("scripts/build-gallery.ts", process.env);
  }
}

async function isOlder(output: string): Promise<boolean> {
  const built = await stat(join(root, output)).catch(() => undefined);
  if (built === undefined) return true;
  const sources = [
    "src/client",
    "src/config",
    "src/shared",
    "src/generated",
    "schemas",
    "screens.config.json",
    "vite.config.ts",
    "package-lock.json",
  ];
  const changes = await Promise.all(sources.map((source) => newestChange(join(root, source))));
  return Math.max(...changes) > built.mtimeMs;
}

async function newestChange(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const entries = await readdir(path, { recursive: true }).catch(() => []);
  const times = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}

/** Runs a script to its end. */
async function run(script: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [script], { cwd: root, env, stdio: "inherit" });
  children.push(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${script} failed.`);
}

/** Starts a server and waits until it answers. */
async function start(
  script: string,
  env: NodeJS.ProcessEnv,
  ready: string,
  execArgv: string[] = [],
): Promise<void> {
  const child = fork(script, { cwd: root, env, execArgv });
  children.push(child);
  child.once("exit", (code) => void end(code ?? 1));
  while (child.exitCode === null) {
    const answer = await fetch(ready).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${script} did not start.`);
}

function announce(): void {
  const rows = personas.map(({ username, password, situation }) => [username, password, situation]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   "));
  console.log(`\nPayroll application   ${application}   (start here)`);
  console.log(`Vestibule             ${origin}`);
  console.log(`Gallery               ${origin}/gallery   (every screen in every state)`);
  console.log(`Contoso, a provider   ${vendor}\n`);
  console.log(`${lines.join("\n")}\n\nCtrl+C ends the demo.`);
}

/** Stops everything that was started, at once, then itself. */
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  const alive = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const gone = alive.map((child) => once(child, "exit"));
  for (const child of alive) child.kill("SIGINT");
  await Promise.all(gone);
  process.exit(code);
}
