import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Settings } from "./settings/settings.ts";

/** Bytes of lines that wait for room. */
const mostWaiting = 1024 * 1024;

/** The log: one JSON line per event on the standard output, times in UTC. Holds no secret (security, LG-1, LG-2). */
export function createLogger(
  level: Settings["logLevel"],
  destination: DestinationStream = standardOutput(),
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

/** Where nothing can be written, as on a full disk, the answers go on: lines wait until there is room again, and what is too much is lost. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: mostWaiting });
  const { flushSync } = output;
  output.on("error", () => {
    // A fatal line and the end of the process would try for ever.
    output.flushSync = () => undefined;
  });
  output.on("write", () => {
    output.flushSync = flushSync;
  });
  // A line that is lost begins no attempt.
  output.on("drop", () => output.write(""));
  return output;
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
