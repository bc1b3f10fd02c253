import { callHeaders } from "../../shared/constants.ts";
import { type BodyOf, callPath } from "../../shared/contract.ts";
import { scrub } from "../../shared/scrub.ts";

/** An error that nothing caught, as it is reported (specification, section 8). */
type ErrorReport = BodyOf<"ReportError">;

/** More than these from one page tell nothing new, and a page that fails all the time must not keep the server busy. */
const mostPerPage = 5;

/** Longest texts that the contract takes. */
const longest = { message: 500, source: 300, stack: 4000, page: 200, browser: 300 };

const reports = new Map<string, Promise<string | undefined>>();

/**
 * Sends an error to the server, each once and not more than some of one page. Gives the support code under which it is
 * found; undefined where nothing was sent. Knows neither store nor app: those may be what failed. Never rejects.
 */
export function report(thrown: unknown): Promise<string | undefined> {
  const error = reportOf(thrown);
  const key = `${error.message} ${error.source}:${error.line}:${error.column}`;
  const known = reports.get(key);
  if (known !== undefined) return known;
  if (reports.size >= mostPerPage || isForeign(error)) return Promise.resolve(undefined);
  const sent = send(error).catch(() => undefined);
  reports.set(key, sent);
  return sent;
}

async function send(error: ErrorReport): Promise<string | undefined> {
  const answer = await fetch(callPath("ReportError"), {
    method: "POST",
    headers: { ...callHeaders, "content-type": "application/json" },
    body: JSON.stringify(error),
    credentials: "same-origin",
    // The page may be about to go.
    keepalive: true,
  });
  if (!answer.ok) return undefined;
  const { supportCode } = await answer.json();
  return typeof supportCode === "string" ? supportCode : undefined;
}

// `    at name (https://host/file.js:12:34)` of Chromium, `name@https://host/file.js:12:34` of Firefox and Safari.
const place = /((?:https?|file):\/\/[^\s()]+?):(\d+):(\d+)/;

/** Message and place of whatever was thrown, without secrets; without a readable stack, line and column are 0. */
export function reportOf(thrown: unknown): ErrorReport {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const [, source = "", line = "0", column = "0"] = place.exec(stack) ?? [];
  const [file = ""] = source.split(/[?#]/);
  return {
    message: scrub(message).slice(0, longest.message),
    source: file.slice(0, longest.source),
    line: Number(line),
    column: Number(column),
    stack: scrub(stack).slice(0, longest.stack),
    page: location.pathname.slice(0, longest.page),
    browser: navigator.userAgent.slice(0, longest.browser),
  };
}

/** Extensions of the browser fail in our page, too. */
function isForeign({ stack }: ErrorReport): boolean {
  return /\b(?:chrome|moz|safari-web)-extension:/.test(stack);
}
