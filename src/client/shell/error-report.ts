/** An error that nothing caught, as it is reported (specification, section 8). */
export interface ErrorReport {
  message: string;
  /** File of the script, without its query. */
  source: string;
  line: number;
  column: number;
  stack: string;
}

/** Reports every uncaught error and refused promise. Returns what ends it. */
export function watchErrors(report: (error: ErrorReport) => void): () => void {
  const onError = ({ error, message }: ErrorEvent) => report(reportOf(error ?? message));
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reportOf(reason));
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return () => {
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
  };
}

// `    at name (https://host/file.js:12:34)` of Chromium, `name@https://host/file.js:12:34` of Firefox and Safari.
const place = /((?:https?|file):\/\/[^\s()]+?):(\d+):(\d+)/;

/** Message and place of whatever was thrown; without a readable stack, line and column are 0. */
export function reportOf(thrown: unknown): ErrorReport {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const [, source = "", line = "0", column = "0"] = place.exec(stack) ?? [];
  const [file = ""] = source.split(/[?#]/);
  return { message, source: file, line: Number(line), column: Number(column), stack };
}
