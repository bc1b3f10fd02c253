import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Settings } from "../settings/settings.ts";
import { toStandardOutput } from "./standard-output.ts";

/** The log: one JSON line per event on the standard output, times in UTC. Holds no secret (security, LG-1, LG-2). */
export function createLogger(
  level: Settings["logLevel"],
  destination: DestinationStream = toStandardOutput(),
): Logger {
  const options: LoggerOptions = {
    level,
    // Several processes write into one log.
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name) => ({ level: name }) },
    serializers: { err: describeError, error: describeError },
  };
  return pino(options, destination);
}

/** What of an error may be written down. Databases add the values of a statement as further properties: not those. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return {
    type: name,
    message,
    code,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
