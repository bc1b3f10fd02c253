import type { FastifyBaseLogger } from "fastify";
import type { BodyOf } from "../../shared/contract.ts";
import { minute } from "../../shared/durations.ts";
import { scrub } from "../../shared/scrub.ts";
import { sha256 } from "../crypto.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { MinuteCounts } from "./minute-counts.ts";
import type { ErrorForward } from "./sentry.ts";

/** An error of a page, as the page tells it; anybody may. */
export type ClientError = Omit<BodyOf<"ReportError">, "page"> & {
  /** Path of a screen of ours. */
  page: string;
};

/** Where errors go that nothing caught (specification, section 8): one line in the log, one count, one forward. */
export interface ErrorSink {
  /**
   * Takes an error of a page. The same one again within ten minutes is only counted. Gives the support code by which it
   * is found in the log: that of the first.
   */
  ofClient(error: ClientError, supportCode: string): string;
  /** Takes an error of our own, which its finder logs. */
  ofServer(error: unknown, supportCode: string): void;
}

interface SinkNeeds {
  log: Pick<FastifyBaseLogger, "error">;
  counts: MinuteCounts;
  metrics: Metrics;
  now: () => number;
  forward?: ErrorForward;
}

const sameFor = 10 * minute;
const mostKnown = 500;

export function createErrorSink({ log, counts, metrics, now, forward }: SinkNeeds): ErrorSink {
  const known = createKnown(now);
  return {
    ofClient: (given, supportCode) => {
      counts.add("error.client");
      metrics.errors.inc({ origin: "page" });
      const error = scrubbed(given);
      const { message, source, line, column, page, stack } = error;
      const before = known(["browser", message, source, line, column], supportCode);
      if (before !== undefined) return before;
      log.error({ supportCode, ...error }, "a page failed");
      const type = /^([A-Z]\w*Error)\b/.exec(stack)?.[1] ?? "Error";
      forward?.send({ at: now(), origin: "browser", type, message, stack, supportCode, page });
      return supportCode;
    },
    ofServer: (error, supportCode) => {
      counts.add("error.server");
      metrics.errors.inc({ origin: "server" });
      const { name, message, stack = "" } = error instanceof Error ? error : new Error(typeof error);
      const told = { message: scrub(message), stack: scrub(stack) };
      if (known(["server", name, told.stack], supportCode) !== undefined) return;
      forward?.send({ at: now(), origin: "server", type: name, ...told, supportCode, page: null });
    },
  };
}

function scrubbed(error: ClientError): ClientError {
  const texts = Object.entries(error).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "page" ? scrub(value) : value,
  ]);
  return Object.fromEntries(texts);
}

/** Remembers errors for a while: gives the support code of one that is known, undefined for a new one. */
function createKnown(now: () => number) {
  const codes = new Map<string, { supportCode: string; until: number }>();
  return (traits: readonly unknown[], supportCode: string): string | undefined => {
    const key = sha256(JSON.stringify(traits));
    const before = codes.get(key);
    if (before !== undefined && before.until > now()) return before.supportCode;
    codes.delete(key);
    codes.set(key, { supportCode, until: now() + sameFor });
    const [oldest] = codes.keys();
    if (codes.size > mostKnown && oldest !== undefined) codes.delete(oldest);
    return undefined;
  };
}
