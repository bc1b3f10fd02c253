import { setTimeout as pauseFor } from "node:timers/promises";
import { context, DiagLogLevel, diag, type Exception, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import { minute } from "../../shared/durations.ts";
import { nowAndThen } from "../now-and-then.ts";
import { version } from "../operations/operations.ts";
import type { Tracing } from "./start-tracing.ts";
import type { TraceSettings } from "./trace-settings.ts";

/** Milliseconds that a stop waits for the collector. */
const patience = 1000;
const tellEvery = 10 * minute;

/**
 * Collects spans and sends them, beside the answers, to a collector. Of what a collector that is away does not take, two thousand
 * spans are kept and the rest is dropped.
 */
export function sendTraces(
  { url, headers, share }: TraceSettings,
  log: Pick<FastifyBaseLogger, "warn">,
): Tracing {
  const failures = failureLogger(log);
  setGlobalErrorHandler(failures.error);
  diag.setLogger(failures, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const own = resourceFromAttributes({ "service.name": "vestibule", "service.version": version });
  // Not those that tell the command line, the account or the machine.
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 2000 },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      const given = pauseFor(patience, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(failures.error), given]);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
      setGlobalErrorHandler(() => undefined);
    },
  };
}

/** Tells the log of a collector that is away, or too slow, now and then: each batch fails anew. */
function failureLogger(log: Pick<FastifyBaseLogger, "warn">) {
  const tell = (message: string) => {
    const isToBeTold = nowAndThen(tellEvery);
    return (reason: Exception) => {
      if (isToBeTold()) log.warn({ reason: inWords(reason).slice(0, 500) }, message);
    };
  };
  const tellDropped = tell("traces are left out");
  // Its other warnings name the headers that the collector is sent, which may be secret.
  const warn = (message: string) => {
    if (/^Dropped \d+ spans/.test(message)) tellDropped(message);
  };
  const nothing = () => undefined;
  return { error: tell("traces cannot be sent"), warn, info: nothing, debug: nothing, verbose: nothing };
}

/** Of an error neither its stack nor what the collector answered; one for each address of a name has no message. */
function inWords(reason: Exception): string {
  if (typeof reason === "string") return reason;
  return [reason.message || reason.name, reason.code].filter(Boolean).join(", ");
}
