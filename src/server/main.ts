import cluster from "node:cluster";
import { lookup } from "node:dns/promises";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Built } from "../config/read/program.ts";
import type { ConfigSource } from "../config/watch/watch-config.ts";
import { second } from "../shared/durations.ts";
import { type AppOptions, buildApp, type Tools } from "./app.ts";
import { startBackgroundWork } from "./background-work.ts";
import { type FiguresTold, listenForMetrics, metricsVariables } from "./metrics/listen-for-metrics.ts";
import { lookAtServices } from "./metrics/look-at-services.ts";
import { tellPrimary } from "./metrics/tell-primary.ts";
import { openConfiguration } from "./open-configuration.ts";
import { createLogger } from "./operations/logger.ts";
import { builtRenderer } from "./pages/built-renderer.ts";
import type { Renderer } from "./pages/renderer.ts";
import { leave } from "./process/leave.ts";
import { type ListenPlace, listenProblem } from "./process/listen-problem.ts";
import type { BackgroundWork } from "./process/run-in-background.ts";
import { StartError } from "./process/start-error.ts";
import { waitingApp } from "./process/waiting-app.ts";
import { projectRoot } from "./project-root.ts";
import { createServices, type Services } from "./services.ts";
import type { Environment } from "./settings/secret-files.ts";
import { readSettings } from "./settings/settings.ts";
import { giveWay } from "./store/give-way.ts";
import { assertOpens } from "./store/secrets.ts";
import { openStore } from "./store/store.ts";
import { StoreUnavailable } from "./store/store-unavailable.ts";
import { startTracing } from "./tracing/start-tracing.ts";
import { traceStatement } from "./tracing/trace-statement.ts";

export interface StartOptions {
  /** Folder of the data files; the project's own, unless told otherwise. */
  root?: string;
  environment?: Environment;
  /** How screens become HTML; the build, unless told otherwise. */
  renderer?: (source: ConfigSource) => Promise<Renderer>;
  /** Pages beside the product; in production there are none. */
  tools?: Tools;
  /** The time, milliseconds since 1970; that of the machine, unless told otherwise. */
  now?: () => number;
  /** What the build knows, where it is that which runs. */
  built?: Built;
  /** Others answer on the same port: where the database is away, not starting is better than an apology. */
  besideOthers?: boolean;
}

export interface RunningServer {
  services: Services;
  /** Where it listens. */
  url: string;
  /** Where it tells its figures; undefined: nowhere. */
  metricsUrl: string | undefined;
  /** Takes no further connection; resolves when all have ended by themselves, which takes as long as idle ones are kept. */
  leave(): Promise<void>;
  /** Says at `/readyz` that it ends and goes on answering for some seconds, then leaves, all in at most ten seconds. */
  announceAndLeave(): Promise<void>;
  /** Finishes what is under way, for at most ten seconds, and closes everything. */
  stop(): Promise<void>;
}

/** A kept connection that was used at the last moment ends by itself in a little less. */
const longestStop = 9_500;
/** In which a balancer that looks at `/readyz` every other second has seen twice that it is to go elsewhere. */
const notice = 5_000;
const longestPause = 10_000;

/** Starts the server: settings, configuration, database, pages. Throws `StartError`. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { root = projectRoot, environment = process.env, now = Date.now, built = {} } = options;
  const settings = readSettings(environment);
  const log = createLogger(settings.logLevel);
  const source = await openConfiguration(root, settings, environment, log, built);
  const drawn = () => builtRenderer(root, source.current().buildHash);
  const renderer = await (options.renderer ?? drawn)(source).catch(asStartError);
  let wakeSender: (() => void) | undefined;
  const tracing = settings.traces && (await startTracing(settings.traces, log));
  const store = openStore(settings, log, tracing && traceStatement);
  const services = createServices({
    settings,
    log,
    store,
    config: source.current,
    now,
    wakeDelivery: () => wakeSender?.(),
  });
  const figures = await tellFigures(services);
  let isEnding = false;
  const appOptions = { renderer, tools: options.tools, isEnding: () => isEnding };
  const app = await (options.besideOthers
    ? giveWay(() => listenNow(services, appOptions)).catch(refuseAway)
    : listenOnceReady(services, appOptions));
  const background = startBackgroundWork(services);
  wakeSender = background.wake;
  const { publicUrl, host, port } = settings;
  log.info({ url: publicUrl, host, port, metrics: figures?.url, environment: settings.environment }, "ready");
  return {
    services,
    url: app.listeningOrigin,
    metricsUrl: figures?.url,
    leave: () => leave(app.server),
    announceAndLeave: async () => {
      isEnding = true;
      log.info("ending: answering until everybody has left");
      await inTime(app, longestStop, leave(app.server, notice));
    },
    stop: async () => {
      await stop(app, source, services, background);
      await Promise.all([figures?.close(), tracing?.stop()]);
    },
  };
}

/** Listens with the whole product, or until the database can be reached with an apology. */
async function listenOnceReady(services: Services, options: AppOptions): Promise<FastifyInstance> {
  let waiting: FastifyInstance | undefined;
  for (let pause = 500; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await listenNow(services, options, waiting);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      services.log.warn({ err: error, pause }, "the database cannot be reached; trying again");
    }
    if (waiting === undefined) {
      waiting = await waitingApp(services);
      await listen(waiting, services);
    }
    await pauseFor(pause);
  }
}

/** Listens with the whole product, in the place of what apologised. */
async function listenNow(
  services: Services,
  options: AppOptions,
  waiting?: FastifyInstance,
): Promise<FastifyInstance> {
  const { store, settings } = services;
  // The version before goes on where the key is wrong.
  await store.migrate((db) => assertOpens(db, settings.secretKeys));
  const app = await buildApp(services, options);
  // It answers in no time; who is connected and has asked for nothing yet, or never comes to an end with it, would hold this up.
  if (waiting !== undefined) await inTime(waiting, second, waiting.close());
  await listen(app, services);
  return app;
}

function refuseAway(error: unknown): never {
  throw error instanceof StoreUnavailable ? new StartError(error.message, { cause: error }) : error;
}

async function listen(app: FastifyInstance, { settings: { host, port } }: Services): Promise<void> {
  const variables = { host: "VESTIBULE_HOST", port: "PORT" };
  // The framework gives the name `localhost` a second server at its second address, without limits or an orderly end.
  await lookup(host, { order: "ipv4first" })
    .then(({ address }) =>
      app.listen({ host: address, port, listenTextResolver: (url) => `listening on ${url}` }),
    )
    .catch((error: unknown) => cannotListen(error, { host, port, variables }));
}

/** Tells figures where the settings want them told, also while the database is away; one of several processes leaves that to the primary. */
async function tellFigures(services: Services): Promise<FiguresTold | undefined> {
  const { settings, metrics, log } = services;
  const place = settings.metrics;
  if (place === undefined) return undefined;
  lookAtServices(services);
  if (cluster.isWorker) return tellPrimary(metrics.registry);
  return listenForMetrics(place, metrics.registry, log).catch((error: unknown) =>
    cannotListen(error, { ...place, variables: metricsVariables }),
  );
}

function cannotListen(error: unknown, place: ListenPlace): never {
  const reason = listenProblem(error, place);
  throw reason === undefined ? error : new StartError(reason, { cause: error });
}

async function stop(
  app: FastifyInstance,
  source: ConfigSource,
  { store, log, operations }: Services,
  background: BackgroundWork,
): Promise<void> {
  source.close();
  await inTime(app, longestStop, app.close());
  await background.stop();
  await operations.settle();
  await store.close();
  log.info("stopped");
}

/** Hangs up on everybody whose connection keeps something from its end for too long. */
async function inTime(app: FastifyInstance, patience: number, ending: Promise<void>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patience);
  await ending;
  clearTimeout(cut);
}

function asStartError(error: unknown): never {
  throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
}
