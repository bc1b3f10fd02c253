import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { formatFinding } from "../config/finding.ts";
import { ConfigError, type ConfigSource, watchConfig } from "../config/watch-config.ts";
import { type AppOptions, buildApp, type Tools } from "./app.ts";
import { startDelivery } from "./delivery/delivery.ts";
import { openGateways } from "./delivery/open-gateways.ts";
import { createLogger } from "./logger.ts";
import { missingSecrets } from "./missing-secrets.ts";
import { endExpiredSessions } from "./oidc/session-applications.ts";
import { tellApplications } from "./oidc/tell-applications.ts";
import { writeEvery } from "./operations/minute-counts.ts";
import { createOperations } from "./operations/operations.ts";
import { builtRenderer } from "./pages/built-renderer.ts";
import type { Renderer } from "./pages/renderer.ts";
import { createPasswordHasher } from "./password-hash.ts";
import type { Services } from "./services.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { openStore } from "./store/store.ts";
import { StoreUnavailable } from "./store/store-unavailable.ts";
import { StoreUnusable } from "./store/store-unusable.ts";
import { sweep } from "./store/sweep.ts";
import { supportCode } from "./support-code.ts";
import { waitingApp } from "./waiting-app.ts";
import { startWorker, type Worker } from "./worker.ts";

export interface StartOptions {
  /** Folder of the data files; the project's own, unless told otherwise. */
  root?: string;
  environment?: Record<string, string | undefined>;
  /** How screens become HTML; the build, unless told otherwise. */
  renderer?: (source: ConfigSource) => Promise<Renderer>;
  /** Pages beside the product; in production there are none. */
  tools?: Tools;
}

export interface RunningServer {
  services: Services;
  /** Where it listens. */
  url: string;
  /** Finishes what is under way, for at most ten seconds, and closes everything. */
  stop(): Promise<void>;
}

/** The server cannot start; the message is for the operator and names everything that is wrong. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}

const projectRoot = join(import.meta.dirname, "../..");
const sweepEvery = 10 * 60_000;
const longestStop = 9_500;
const longestPause = 10_000;

/** Starts the server: settings, configuration, database, pages. Throws `StartError`. */
export async function start(options: StartOptions = {}): Promise<RunningServer> {
  const { root = projectRoot, environment = process.env } = options;
  const settings = readSettings(environment);
  const log = createLogger(settings.logLevel);
  const source = await watchConfig(root, settings, {
    all: settings.environment === "development",
    onFindings: (findings, taken) => {
      const what = taken ? "configuration taken although" : "configuration not taken";
      for (const finding of findings) log.error(`${what}: ${formatFinding(finding)}`);
    },
  });
  const missing = missingSecrets(source.current(), environment);
  if (missing.length > 0) throw new StartError(missing.join("\n"));
  const renderer = await (options.renderer ?? ((built) => builtRenderer(root, built.current().buildHash)))(
    source,
  ).catch(asStartError);
  let workers: Worker[] = [];
  const store = openStore(settings, log);
  const services: Services = {
    settings,
    log,
    store,
    operations: createOperations({ settings, log, store, now: Date.now }),
    config: source.current,
    hasher: createPasswordHasher(settings.hash),
    now: Date.now,
    wakeDelivery: () => {
      for (const worker of workers) worker.wake();
    },
  };
  const app = await listenOnceReady(services, { renderer, ...(options.tools && { tools: options.tools }) });
  const sweeper = sweepRegularly(services);
  workers = [signOuts(services), counts(services), ...messages(services)];
  log.info({ url: settings.publicUrl, host: settings.host, port: settings.port }, "ready");
  return {
    services,
    url: app.listeningOrigin,
    stop: () => stop(app, source, services, { sweeper, workers }),
  };
}

/** Listens with the whole product, or until the database can be reached with an apology. */
async function listenOnceReady(services: Services, options: AppOptions): Promise<FastifyInstance> {
  let waiting: FastifyInstance | undefined;
  for (let pause = 500; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      await services.store.migrate();
      const app = await buildApp(services, options);
      await waiting?.close();
      await listen(app, services);
      return app;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      services.log.warn({ err: error, pause }, "the database cannot be reached; trying again");
    }
    if (waiting === undefined) {
      waiting = await waitingApp(services);
      await listen(waiting, services);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function listen(app: FastifyInstance, { settings: { host, port } }: Services): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    const reason =
      error instanceof Error && "code" in error ? listenProblem(String(error.code), host, port) : undefined;
    throw reason === undefined ? error : new StartError(reason, { cause: error });
  }
}

function listenProblem(code: string, host: string, port: number): string | undefined {
  const problems: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: stop what uses it, or set PORT`,
    EACCES: `Port ${port} of ${host} may not be used by this account: set PORT to one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set VESTIBULE_HOST, for example to 127.0.0.1`,
    ENOTFOUND: `${host} is no address of this machine: set VESTIBULE_HOST, for example to 127.0.0.1`,
  };
  return problems[code];
}

function sweepRegularly({ store, now, log }: Services): NodeJS.Timeout {
  return setInterval(() => {
    sweep(store.db, now()).catch((error: unknown) => log.warn({ err: error }, "the sweeper failed"));
  }, sweepEvery).unref();
}

/** Ends the sessions that nobody uses, and tells the applications whose sessions have ended. */
function signOuts(services: Services): Worker {
  return startWorker(services.log, "sign-outs", async () => {
    await endExpiredSessions(services);
    await tellApplications(services);
  });
}

/** Writes what was counted for the operations page. */
function counts({ log, operations }: Services): Worker {
  return startWorker(log, "counts", operations.counts.write, writeEvery);
}

/** Sends the messages of each channel that has a gateway. */
function messages(services: Services): Worker[] {
  const { settings, log } = services;
  const { mail, sms } = settings.gateways;
  if (!mail)
    log.warn("neither VESTIBULE_SMTP_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is set: mails reach nobody");
  if (!sms)
    log.warn(
      "neither VESTIBULE_SMS_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is set: text messages reach nobody",
    );
  return mail || sms ? [startDelivery(services, openGateways(settings.gateways))] : [];
}

async function stop(
  app: FastifyInstance,
  source: ConfigSource,
  { store, log, operations }: Services,
  { sweeper, workers }: { sweeper: NodeJS.Timeout; workers: Worker[] },
): Promise<void> {
  clearInterval(sweeper);
  source.close();
  const cut = setTimeout(() => app.server.closeAllConnections(), longestStop);
  await app.close();
  clearTimeout(cut);
  await Promise.all(workers.map((worker) => worker.stop()));
  await operations.settle();
  await store.close();
  log.info("stopped");
}

function asStartError(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** What stops a start and is told in plain lines, because the operator can mend it. */
const expected = [StartError, SettingsError, ConfigError, StoreUnusable];

/** Runs the server as a process of its own: errors in plain lines, exit code 1, an orderly end on request. */
export async function run(options?: StartOptions): Promise<void> {
  const server = await start(options).catch((error: unknown) => {
    const told = error instanceof Error && expected.some((kind) => error instanceof kind);
    console.error(told ? error.message : error);
    process.exit(1);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  const fail = (error: unknown): void => {
    // What is in doubt after this is started anew by whoever runs the process; requests under way may finish.
    const code = supportCode();
    server.services.log.fatal({ supportCode: code, err: error }, "unexpected error, stopping");
    server.services.operations.errors.ofServer(error, code);
    void server.stop().finally(() => process.exit(1));
  };
  process.once("uncaughtException", fail);
  process.once("unhandledRejection", fail);
}

if (import.meta.main) await run();
