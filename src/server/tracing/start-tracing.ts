import type { FastifyBaseLogger } from "fastify";
import type { TraceSettings } from "./trace-settings.ts";

/** The sending of traces. */
export interface Tracing {
  /** Sends what is left, if that is soon done. */
  stop(): Promise<void>;
}

/** Sends traces from now on. What it takes is loaded here alone, because it would cost every start. */
export async function startTracing(
  settings: TraceSettings,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<Tracing> {
  const { sendTraces } = await import("./send-traces.ts");
  return sendTraces(settings, log);
}
