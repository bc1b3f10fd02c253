import cluster, { type Worker } from "node:cluster";
import { Registry } from "@prometheus-io/client";
import { isObject } from "../../shared/is-object.ts";
import type { MetricsSource } from "./listen-for-metrics.ts";
import { type FiguresMessage, figuresWanted, type ProcessFigures } from "./tell-primary.ts";

/** Milliseconds that a process has to answer; then it counts with what it told before. */
const patience = 2000;

interface Told {
  figures: ProcessFigures;
  /** Waits for the next ones. */
  next: PromiseWithResolvers<void>;
}

/**
 * The figures of all processes that this one keeps, as if they were one's: what is counted is summed up, each figure that is
 * looked at by its own rule. What a process had counted that has ended since stays in: a sum that falls would be taken for a
 * start anew, and what is left of it for new. Of one that was killed, that is what it told last.
 */
export function figuresOfProcesses(): MetricsSource {
  const told = new Map<Worker, Told>();
  let ended: ProcessFigures = [];

  cluster.on("message", (worker, message: unknown) => {
    if (!isFigures(message)) return;
    told.get(worker)?.next.resolve();
    const figures = message.figures ?? told.get(worker)?.figures ?? [];
    told.set(worker, { figures, next: Promise.withResolvers() });
  });
  const end = (worker: Worker): void => {
    const last = told.get(worker);
    if (last === undefined) return;
    told.delete(worker);
    last.next.resolve();
    const counted = last.figures.filter(({ type }) => type === "counter" || type === "histogram");
    ended = asJson(Registry.aggregate([ended, counted]));
  };
  // After its last message, whatever it died of.
  cluster.on("disconnect", end);

  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    metrics: async () => {
      // Nothing is said of one that was killed while connections were on their way to it.
      for (const worker of told.keys()) if (worker.isDead() && !worker.isConnected()) end(worker);
      const asked = [...told].map(([worker, { next }]) => {
        if (worker.isConnected()) worker.send(figuresWanted, () => undefined);
        return next.promise;
      });
      const given = Promise.withResolvers<void>();
      const timer = setTimeout(given.resolve, patience);
      await Promise.race([Promise.all(asked), given.promise]);
      clearTimeout(timer);
      // In this order rules that take the first take one that lives.
      const living = [...told.values()].map(({ figures }) => figures);
      return Registry.aggregate([...living, ended]).metrics();
    },
  };
}

function isFigures(message: unknown): message is FiguresMessage {
  return isObject(message) && "figures" in message;
}

/** Of figures that were added up, which know their values already. */
function asJson(added: Registry): ProcessFigures {
  return added.getMetricsAsArray() as ProcessFigures;
}
