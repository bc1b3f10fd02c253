import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { minute } from "../../shared/durations.ts";
import { createLogger } from "../operations/logger.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import { endIfHanging } from "./hanging.ts";
import { listenProblem } from "./listen-problem.ts";
import { threadsFor } from "./process-shares.ts";
import { HashShares } from "./share-hashes.ts";

/** What a process says to the primary once it answers. */
export const ready = "ready";
/** What the primary says to a process whose place another has taken. */
export const leaving = "leaving";
/** Set in the environment of a process that starts while others answer on its port. */
export const besideOthers = "BESIDE_OTHERS";

const firstPause = 500;
const longestPause = 10_000;
/** Who lived that long has not died of its start. */
const longLife = minute;
/**
 * Whoever needs longer to end is killed. Idle connections are kept for nine seconds and slow senders have twelve; then a gateway
 * has five for a message that it is being handed, reports of errors have five, and traces one.
 */
export const longestEnd = 25_000;
/** How often it is looked whether npm is still there, milliseconds. */
const lookForParent = 500;

/** Runs the server: in this process where there is to be one, else in several, which this one keeps. */
export async function runInProcesses(server: () => Promise<void>): Promise<void> {
  const settings = cluster.isPrimary ? readableSettings() : undefined;
  // Read when the first thread starts, here or in the processes to come.
  if (settings !== undefined)
    process.env.UV_THREADPOOL_SIZE ??= String(threadsFor(settings.hash.most, availableParallelism()));
  if (settings === undefined || settings.processes === 1) return server();
  const log = createLogger(settings.logLevel);
  log.info({ processes: settings.processes }, "starting processes; SIGHUP to this one renews them");
  if (settings.metrics !== undefined) await tellFigures(settings.metrics, log);
  const processes = new Processes(settings, log);
  onSignals({
    leave: () => void processes.end(0, "SIGTERM"),
    end: () => void processes.end(0, "SIGINT"),
    renew: () => processes.renew(),
  });
  return processes.keep();
}

/** Undefined: they are wrong, which the server tells. */
function readableSettings(): Settings | undefined {
  try {
    return readSettings(process.env);
  } catch {
    return undefined;
  }
}

/** Tells the figures of all; what that takes is loaded here alone. */
async function tellFigures(place: NonNullable<Settings["metrics"]>, log: FastifyBaseLogger): Promise<void> {
  const [{ figuresOfProcesses }, { listenForMetrics, metricsVariables: variables }] = await Promise.all([
    import("../metrics/figures-of-processes.ts"),
    import("../metrics/listen-for-metrics.ts"),
  ]);
  try {
    const { url } = await listenForMetrics(place, figuresOfProcesses(), log);
    log.info({ metrics: url }, "figures are told");
  } catch (error) {
    console.error(listenProblem(error, { ...place, variables }) ?? error);
    process.exit(1);
  }
}

/** What signals ask for. */
export type Orders = Record<"leave" | "end" | "renew", () => void>;

/**
 * Listens to SIGTERM, SIGINT and SIGHUP, which come more than once where a terminal and `npm start` both pass them on. Whoever
 * presses Ctrl+C waits for the end, and nobody else is there; also where a SIGTERM went before. On a terminal SIGHUP says that its
 * window was closed.
 */
export function onSignals({ leave, end, renew }: Orders): void {
  process.on("SIGTERM", leave);
  process.on("SIGINT", end);
  process.on("SIGHUP", process.stdout.isTTY ? end : renew);
  if (process.env.npm_lifecycle_event !== undefined) onLostParent(leave);
}

/** `npm start` told to end ends its shell and passes nothing on: the server would stay, and nobody would know of it. */
function onLostParent(leave: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    leave();
  }, lookForParent);
  watch.unref();
}

/** What the primary keeps: processes that share the port. Nothing else, so that it need not be renewed itself. */
class Processes {
  readonly #count: number;
  readonly #log: Pick<FastifyBaseLogger, "info" | "error">;
  readonly #hashes: HashShares;
  readonly #starting = new Set<Worker>();
  /** Those that answer. */
  readonly #serving = new Set<Worker>();
  /** Those of them whose place another is to take. */
  readonly #outdated = new Set<Worker>();
  #renewals = 0;
  #pause = 0;
  #ending = false;
  #changed = Promise.withResolvers<void>();

  constructor({ processes, hash }: Settings, log: Pick<FastifyBaseLogger, "info" | "error">) {
    this.#count = processes;
    this.#log = log;
    this.#hashes = new HashShares(hash);
    // Connections dealt out by turns are even, and one that a process no longer takes comes back.
    cluster.schedulingPolicy = cluster.SCHED_RR;
  }

  /** Starts what is missing, and what takes the place of another, until the end. */
  async keep(): Promise<void> {
    while (!this.#ending) {
      const missing = this.#count - this.#serving.size;
      if (missing > 0 || this.#outdated.size > 0) await this.#startMore(missing);
      else await this.#change();
    }
  }

  /** Puts others in the place of all, one after the other. What is just starting is outdated as well. */
  renew(): void {
    this.#log.info({ processes: this.#serving.size }, "the processes are being renewed");
    this.#renewals += 1;
    for (const worker of this.#serving) this.#outdated.add(worker);
    for (const worker of this.#starting) worker.process.kill("SIGINT");
    this.#changed.resolve();
  }

  /** Ends them all in the way of a signal, and then this process. A second one may be more urgent. */
  async end(code: number, signal: "SIGTERM" | "SIGINT"): Promise<void> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of workers) worker.process.kill(signal);
    if (this.#ending) return;
    this.#ending = true;
    await Promise.all(workers.map((worker) => hasEnded(worker)));
    process.exit(code);
  }

  async #startMore(missing: number): Promise<void> {
    const isRenewing = this.#outdated.size > 0;
    if (missing > 0) await pauseFor(this.#pause);
    if (this.#ending) return;
    const renewals = this.#renewals;
    const isAlone = this.#serving.size === 0;
    // The first tells for all of them what is wrong.
    const howMany = isAlone ? 1 : Math.max(missing, 1);
    // One cannot even be made where there is no memory for it.
    const start = () => this.#start(isAlone).catch((err: unknown) => ({ err }));
    const ends = await Promise.all(Array.from({ length: howMany }, start));
    const failure = ends.find((end) => end !== undefined);
    if (failure === undefined) {
      await this.#letOneLeave();
      if (isRenewing && this.#outdated.size === 0) this.#log.info("the processes are renewed");
    } else if (this.#ending || this.#renewals !== renewals) return;
    else if (isAlone) {
      // Whoever was killed has told nothing itself.
      this.#log.error(failure, "no process can start");
      await this.end(1, "SIGINT");
    } else {
      this.#log.error(failure, "a process cannot start; those that answer stay");
      this.#outdated.clear();
      this.#pause = longer(this.#pause);
    }
  }

  /** Starts one; gives what has become of it where it does not answer. */
  async #start(isAlone: boolean): Promise<object | undefined> {
    const worker = cluster.fork(isAlone ? {} : { [besideOthers]: "1" });
    this.#starting.add(worker);
    return new Promise((resolve) => {
      let since = 0;
      worker.on("message", (message) => {
        this.#hashes.hear(worker, message);
        if (message !== ready) return;
        since = Date.now();
        this.#starting.delete(worker);
        this.#serving.add(worker);
        endIfHanging(worker, this.#log);
        resolve(undefined);
      });
      worker.on("exit", (code, signal) => {
        this.#starting.delete(worker);
        this.#outdated.delete(worker);
        this.#hashes.forget(worker);
        const end = { worker: worker.process.pid, code, signal };
        if (this.#serving.delete(worker)) this.#onDeath(end, since);
        resolve(end);
      });
      // That it could not be started at all, or not be told something.
      worker.on("error", (err) => {
        this.#log.error({ err, worker: worker.process.pid }, "a process cannot be reached");
        if (worker.isDead()) resolve({ err });
      });
    });
  }

  #onDeath(details: object, since: number): void {
    if (this.#ending) return;
    this.#log.error(details, "a process has ended; another takes its place");
    this.#pause = Date.now() - since < longLife ? longer(this.#pause) : 0;
    this.#changed.resolve();
  }

  /** Lets one go whose place is taken, and meanwhile minds the others. */
  async #letOneLeave(): Promise<void> {
    const [old] = this.#outdated;
    if (old === undefined || this.#serving.size <= this.#count) return;
    this.#outdated.delete(old);
    this.#serving.delete(old);
    old.send(leaving);
    await Promise.race([hasEnded(old), this.#change()]);
  }

  /** Waits until one dies, or all are to be renewed. */
  #change(): Promise<void> {
    this.#changed = Promise.withResolvers();
    return this.#changed.promise;
  }
}

function longer(pause: number): number {
  return Math.min(Math.max(pause * 2, firstPause), longestPause);
}

/** Waits for the end of a process, and sees to it where that takes too long. */
async function hasEnded(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), longestEnd);
  await new Promise((resolve) => worker.once("exit", resolve));
  clearTimeout(timer);
}
