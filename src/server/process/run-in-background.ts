import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyBaseLogger } from "fastify";

/** Work of this process that goes on beside the answers. */
export interface BackgroundWork {
  /** There is something to do. */
  wake(): void;
  /** Ends it; what is under way is finished first. What is in line stays there. */
  stop(): Promise<void>;
}

// For what other processes put in line, and for what is tried again.
const pollEvery = 1000;
// Lets the answer of the call that put something in line go first, so that its time tells nothing (security, EN-3).
const pause = 30;

/**
 * Runs `work` at once when woken, and `every` so many milliseconds, for the first time after `first`; `what` names it in the log,
 * where it fails. It is told when it is to end (`stopping`), and then begins nothing more.
 */
export function runInBackground(
  log: Pick<FastifyBaseLogger, "warn">,
  what: string,
  work: (stopping: AbortSignal) => Promise<void>,
  { every = pollEvery, first = 0 }: { every?: number; first?: number } = {},
): BackgroundWork {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let woken = false;
  let failing = false;
  const stopping = new AbortController();

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = stopping.signal.aborted ? undefined : setTimeout(run, delay).unref();
  };
  // Work of its own, never part of the call that wakes it.
  const run = AsyncLocalStorage.bind(() => {
    woken = false;
    running = work(stopping.signal).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        // Once per outage: it is tried again and again.
        if (!failing) log.warn({ err: error }, `${what}: the work failed`);
        failing = true;
      },
    );
    void running.finally(() => {
      running = undefined;
      schedule(woken ? 0 : every);
    });
  });

  schedule(first);
  return {
    wake: () => {
      // Not pushed back by every further piece of work.
      if (running === undefined && !woken) schedule(pause);
      woken = true;
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Several as one. */
export function together(works: readonly BackgroundWork[]): BackgroundWork {
  return {
    wake: () => {
      for (const work of works) work.wake();
    },
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}
