import cluster from "node:cluster";
import { once } from "node:events";
import { UnreadableSource } from "../../config/read/sources.ts";
import { ConfigError } from "../../config/watch/watch-config.ts";
import { type StartOptions, start } from "../main.ts";
import { SettingsError } from "../settings/settings.ts";
import { StoreUnusable } from "../store/store-unusable.ts";
import { supportCode } from "../support-code.ts";
import { sayThatHere } from "./hanging.ts";
import { besideOthers, leaving, longestEnd, type Orders, onSignals, ready } from "./processes.ts";
import { shareHashes } from "./share-hashes.ts";
import { StartError } from "./start-error.ts";

/** What stops a start and is told in plain lines, because the operator can mend it. */
const expected = [StartError, SettingsError, ConfigError, UnreadableSource, StoreUnusable];

/**
 * During the start nobody was answered yet, and there is nothing to renew, perhaps because the database is away. The first process of a
 * container ends only where it does so by itself.
 */
const starting = { leave: () => process.exit(), end: () => process.exit(), renew: () => undefined };

/**
 * Runs the server as a process of its own: errors in plain lines, exit code 1, an orderly end on request. It may be one of
 * several (`processes.ts`).
 */
export async function run(options?: StartOptions): Promise<void> {
  let orders: Orders = starting;
  onSignals({ leave: () => orders.leave(), end: () => orders.end(), renew: () => orders.renew() });
  const server = await start({ ...options, besideOthers: besideOthers in process.env }).catch(
    (error: unknown) => {
      const told = error instanceof Error && expected.some((kind) => error instanceof kind);
      console.error(told ? error.message : error);
      process.exit(1);
    },
  );
  const { log, operations } = server.services;
  let stopped: Promise<void> | undefined;
  const end = async (code: number) => {
    stopped ??= server.stop();
    await stopped.catch((error: unknown) => {
      log.fatal({ err: error }, "the stop failed");
      process.exit(1);
    });
    await handBackConnections();
    process.exit(code);
  };
  let left: Promise<void> | undefined;
  const leave = async (way: () => Promise<void>) => {
    left ??= way();
    await left;
    await end(0);
  };
  orders = {
    leave: () => leave(server.announceAndLeave),
    end: () => end(0),
    renew: () => {
      if (cluster.isPrimary)
        log.warn("SIGHUP renews a server of several processes; this one has to be started anew");
    },
  };
  process.on("message", (message) => {
    if (message === leaving) void leave(server.leave);
  });
  const fail = (error: unknown): void => {
    // What is in doubt after this is started anew by whoever runs the process; requests under way may finish.
    const code = supportCode();
    log.fatal({ supportCode: code, err: error }, "unexpected error, stopping");
    operations.errors.ofServer(error, code);
    // The error may be of what the stop waits for.
    setTimeout(() => process.exit(1), longestEnd).unref();
    void end(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  const { hash } = server.services.settings;
  if (cluster.isWorker && hash.most > hash.concurrency) shareHashes(server.services.hasher, hash);
  if (cluster.isWorker) sayThatHere();
  cluster.worker?.send(ready);
}

/** Waits until no connection is on its way here from the primary: what it hands over now it gets back. */
async function handBackConnections(): Promise<void> {
  if (cluster.worker?.isConnected() !== true) return;
  const disconnected = once(process, "disconnect");
  cluster.worker.disconnect();
  await disconnected;
}
