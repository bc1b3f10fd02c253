import type { Worker } from "node:cluster";
import type { FastifyBaseLogger } from "fastify";
import { second } from "../../shared/durations.ts";
import type { Channel } from "./share-hashes.ts";

/** What the primary asks a process, and what that answers. */
const areYouThere = "areYouThere";
const here = "here";

const askEvery = 10 * second;
/** Questions in a row that may stay unanswered. Several, so that after a machine has slept each process can answer one. */
const mostUnanswered = 3;

/** In one of several processes: answers the primary, for as long as the program goes on. */
export function sayThatHere(primary: Channel = process): void {
  primary.on("message", (message) => {
    if (message === areYouThere && primary.connected) primary.send?.(here);
  });
}

/**
 * In the primary: ends a process whose program has stood still for half a minute, so that another takes its place. Nobody else would
 * notice, because a balancer's question goes to any of them, and who is dealt to it would wait in vain.
 */
export function endIfHanging(worker: Worker, log: Pick<FastifyBaseLogger, "error">): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (!worker.isConnected()) return;
    if (unanswered === mostUnanswered) {
      log.error({ worker: worker.process.pid }, "a process hangs; it is ended");
      clearInterval(timer);
      worker.process.kill("SIGKILL");
      return;
    }
    unanswered += 1;
    worker.send(areYouThere);
  }, askEvery);
  worker.on("message", (message) => {
    if (message === here) unanswered = 0;
  });
  worker.once("exit", () => clearInterval(timer));
}
