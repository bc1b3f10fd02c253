import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { minute } from "../../shared/durations.ts";
import type { GuardedFetch } from "../outgoing/guarded-fetch.ts";

/** An error as it is told to others: scrubbed, and without anything that says whose it was. */
export interface ToldError {
  /** Epoch milliseconds. */
  at: number;
  origin: "browser" | "server";
  /** Class of the error. */
  type: string;
  message: string;
  stack: string;
  supportCode: string;
  /** Path of the screen, where there was one. */
  page: string | null;
}

/** Forwards errors to an error-reporting service. */
export interface ErrorForward {
  /** Hands an error over, some time; where too many wait, or the service wants none, it is dropped. Never throws. */
  send(error: ToldError): void;
  /** Waits for what is being handed over. */
  settle(): Promise<void>;
}

/** What events say of this installation. */
export interface Installation {
  environment: string;
  release: string;
}

const patience = 5000;
const mostWaiting = 20;
/** How long nothing is sent after the service said that it was too much, milliseconds. */
const rest = minute;

/** Where errors are forwarded to. */
export interface SentryTarget {
  url: string;
  /** What proves that they may be. */
  auth: string;
}

/** The target that a DSN names, `https://<key>@<host>/<project>`; undefined: it is none. */
export function readDsn(dsn = ""): SentryTarget | undefined {
  const { protocol, username, host, pathname } = URL.parse(dsn) ?? new URL("none:");
  const [, path = "", project = ""] = /^(\/.*)?\/(\d+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === "" || project === "") return undefined;
  return {
    url: `${protocol}//${host}${path}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=vestibule/1, sentry_key=${username}`,
  };
}

/** Sends to Sentry, or what speaks like it, by its envelopes (develop.sentry.dev/sdk/data-model/envelopes). */
export function sentryForward(
  target: SentryTarget,
  fetch: GuardedFetch,
  log: Pick<FastifyBaseLogger, "warn">,
  installation: Installation,
): ErrorForward {
  const waiting = new Set<Promise<void>>();
  let failing = false;
  let restsUntil = 0;

  const handOver = async (error: ToldError) => {
    try {
      const { status } = await fetch(target.url, {
        method: "POST",
        headers: { "content-type": "application/x-sentry-envelope", "x-sentry-auth": target.auth },
        body: envelopeOf(error, installation),
        signal: AbortSignal.timeout(patience),
      });
      if (status === 429) restsUntil = Date.now() + rest;
      if (status >= 300) throw new Error(`the service answered ${status}`);
      failing = false;
    } catch (reason) {
      // Only said, never reported: that would come back here. Once per outage.
      if (!failing) log.warn({ err: reason }, "errors cannot be forwarded");
      failing = true;
    }
  };

  return {
    send: (error) => {
      if (waiting.size >= mostWaiting || Date.now() < restsUntil) return;
      const under = handOver(error).finally(() => waiting.delete(under));
      waiting.add(under);
    },
    settle: async () => {
      await Promise.all(waiting);
    },
  };
}

/** One event in its envelope: three lines of JSON. */
function envelopeOf(error: ToldError, { environment, release }: Installation): string {
  const id = randomBytes(16).toString("hex");
  const at = new Date(error.at).toISOString();
  const event = {
    event_id: id,
    timestamp: at,
    platform: error.origin === "browser" ? "javascript" : "node",
    level: "error",
    environment,
    release: `vestibule@${release}`,
    transaction: error.page ?? undefined,
    tags: { origin: error.origin, support_code: error.supportCode },
    exception: {
      values: [{ type: error.type, value: error.message, stacktrace: { frames: framesOf(error.stack) } }],
    },
  };
  return [{ event_id: id, sent_at: at }, { type: "event" }, event]
    .map((line) => JSON.stringify(line))
    .join("\n");
}

// `at name (file:1:2)`, `at file:1:2` of Chromium and Node, `name@file:1:2` of Firefox and Safari. In two steps, each of which reads a
// line once: anybody may send one.
const place = /^(.+):(\d+):(\d+)\)?$/;
const script = /^(?:at (?:(.*?) \()?|(.*?)@)(.+)$/;

/** The frames of a stack, the innermost last. */
function framesOf(stack: string): object[] {
  return stack
    .split("\n")
    .flatMap((line) => {
      const [, before = "", lineno, colno] = place.exec(line.trim()) ?? [];
      const [, called, calledBy, filename] = script.exec(before) ?? [];
      if (filename === undefined) return [];
      return [
        { function: called || calledBy || "?", filename, lineno: Number(lineno), colno: Number(colno) },
      ];
    })
    .reverse();
}
