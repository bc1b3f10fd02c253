import type { Registry } from "@prometheus-io/client";
import type { FiguresTold } from "./listen-for-metrics.ts";

/** Figures as one process has them, fit to be sent. */
export type ProcessFigures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What a process says to the primary; without figures: that it may be asked for them. */
export interface FiguresMessage {
  figures: ProcessFigures | null;
}

/** What the primary asks a process. */
export const figuresWanted = "figures";

/** Tells the figures of this process, one of several, to the primary: whenever it asks, and at the end. */
export function tellPrimary(registry: Registry): FiguresTold {
  const say = (figures: ProcessFigures | null) =>
    new Promise<void>((resolve) => {
      const message: FiguresMessage = { figures };
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
      else resolve();
    });
  const tell = async () => say(await registry.getMetricsAsJSON());
  const answer = (message: unknown) => {
    if (message === figuresWanted) void tell();
  };
  process.on("message", answer);
  void say(null);
  return { close: tell };
}
