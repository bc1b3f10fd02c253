import { statfs } from "node:fs/promises";
import { connect } from "node:net";
import { dirname } from "node:path";
import { sql } from "kysely";
import type { AnswerOf } from "../../shared/contract.ts";
import { day, minute, second } from "../../shared/durations.ts";
import { bareHost } from "../address-list.ts";
import { recaptchaSources } from "../captcha/recaptcha.ts";
import type { GatewaySettings } from "../delivery/gateway-settings.ts";
import { keyTimes } from "../domain/key-times.ts";
import { guardedFetch } from "../outgoing/guarded-fetch.ts";
import type { Services } from "../services.ts";
import { waitingMessages } from "../store/messages.ts";
import { activeSecretDates } from "../store/secrets.ts";

/** What was looked at, and what was found. */
export type CheckResult = NonNullable<AnswerOf<"SystemStatus">["checks"]>[number];

type Found = Pick<CheckResult, "status" | "reason" | "value">;

/** One thing to look at. */
export interface Look {
  name: CheckResult["name"];
  /** Which one, where there are several. */
  subject?: string;
  /** Milliseconds that what was found holds. */
  holds: number;
  /** Rejects where there is no answer. */
  run(signal: AbortSignal): Promise<Found>;
}

const mebibyte = 1024 * 1024;

const up: Found = { status: "up" };

/** Everything that is looked at, with the rules by which it is degraded or down. */
export function looksOf(services: Services): Look[] {
  const { settings } = services;
  const { gateways } = settings;
  const partners = Object.values(services.config().partners);
  const vendors = Object.entries(services.config().vendors);
  return [
    { name: "database", holds: 5 * second, run: () => database(services) },
    { name: "messages", holds: 5 * second, run: () => messages(services) },
    { name: "mailGateway", holds: 30 * second, run: (signal) => gateway(gateways.mail, signal) },
    { name: "smsGateway", holds: 30 * second, run: (signal) => gateway(gateways.sms, signal) },
    ...(partners.some((partner) => recaptchaSources(settings, partner) !== null)
      ? [{ name: "captcha" as const, holds: minute, run: (signal: AbortSignal) => captcha(settings, signal) }]
      : []),
    ...vendors.map(([subject, { issuer }]) => ({
      name: "vendor" as const,
      subject,
      holds: minute,
      run: (signal: AbortSignal) => vendor(services, issuer, signal),
    })),
    { name: "signingKeys", holds: minute, run: () => signingKeys(services) },
    { name: "clock", holds: 5 * second, run: () => clock(services) },
    ...(services.store.kind === "sqlite"
      ? [{ name: "disk" as const, holds: 30 * second, run: () => disk(services) }]
      : []),
    { name: "eventLoop", holds: 5 * second, run: async () => eventLoop(services) },
  ];
}

/** Degraded from half a second on; down without an answer, or where nothing can be written, as no try is counted then. */
async function database({ store, operations }: Services): Promise<Found> {
  const start = performance.now();
  await store.ping();
  const took = Math.round(performance.now() - start);
  try {
    await operations.counts.write();
  } catch {
    return { status: "down", reason: "notWritable" };
  }
  return took >= 500 ? { status: "degraded", reason: "slow", value: took } : up;
}

/** Degraded when the oldest has waited a minute; down after five, because codes live ten. */
async function messages({ store, now }: Services): Promise<Found> {
  const { oldestAt } = await waitingMessages(store.db, now());
  const waits = oldestAt === null ? 0 : now() - oldestAt;
  if (waits < minute) return up;
  const status = waits < 5 * minute ? "degraded" : "down";
  return { status, reason: "waiting", value: Math.round(waits / second) };
}

/** Degraded where there is none; down where it takes no connection. Whether it takes messages, the queue shows. */
async function gateway(settings: GatewaySettings["mail"], signal: AbortSignal): Promise<Found> {
  if (settings === undefined) return { status: "degraded", reason: "notConfigured" };
  return reach(settings.kind === "smtp" ? settings : placeOf(new URL(settings.url)), signal);
}

/** Down where it takes no connection: until it does, the challenge of our own stands in for it. */
function captcha({ recaptchaUrl }: Services["settings"], signal: AbortSignal): Promise<Found> {
  return reach(placeOf(new URL(recaptchaUrl)), signal);
}

interface Place {
  host: string;
  port: number;
}

function placeOf(url: URL): Place {
  const usual = url.protocol === "https:" ? 443 : 80;
  return { host: bareHost(url), port: url.port === "" ? usual : Number(url.port) };
}

function reach({ host, port }: Place, signal: AbortSignal): Promise<Found> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once("connect", () => {
      socket.destroy();
      resolve(up);
    });
    socket.once("error", reject);
  });
}

/** Degraded from a second on; down where it does not say of itself what `vendors.config.json` says of it. */
async function vendor({ settings }: Services, issuer: string, signal: AbortSignal): Promise<Found> {
  const start = performance.now();
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await guardedFetch(settings.privateAddresses)(url, { signal });
  const described: unknown = answer.ok ? await answer.json().catch(() => null) : null;
  const isRight = (described as { issuer?: unknown } | null)?.issuer === issuer;
  if (!isRight) return { status: "down", reason: "wrongAnswer", value: answer.status };
  const took = Math.round(performance.now() - start);
  return took >= second ? { status: "degraded", reason: "slow", value: took } : up;
}

/** Degraded where a key signs a day longer than it should: it is renewed with the first request after its time. */
async function signingKeys({ store, now }: Services): Promise<Found> {
  const dates = await activeSecretDates(store.db);
  if (dates.length === 0) return { status: "degraded", reason: "missing" };
  const age = now() - Math.min(...dates);
  const value = Math.floor(age / day);
  return age > keyTimes.signs + day ? { status: "degraded", reason: "old", value } : up;
}

/**
 * Degraded when two seconds off: the clock was set since the start, or the database's says something else. Codes of
 * apps and the ends of sessions depend on it.
 */
async function clock(services: Services): Promise<Found> {
  const apart = services.store.kind === "postgres" ? await apartFromDatabase(services) : 0;
  const value = Math.round(Math.max(services.operations.pulse.clockStep(), apart));
  return value >= 2 * second ? { status: "degraded", reason: "offset", value } : up;
}

async function apartFromDatabase({ store, now }: Services): Promise<number> {
  const before = now();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(store.db);
  const [{ at } = { at: before }] = rows;
  return Math.abs(Number(at) - (before + now()) / 2);
}

/** Degraded below a gibibyte, down below 64 MiB; of SQLite's file, because a database elsewhere has a disk of its own. */
async function disk({ settings: { databaseFile } }: Services): Promise<Found> {
  const { bavail, bsize } = await statfs(dirname(databaseFile));
  const value = Math.floor((bavail * bsize) / mebibyte);
  if (value >= 1024) return up;
  return { status: value >= 64 ? "degraded" : "down", reason: "full", value };
}

/** Degraded when one turn in a hundred since the last look was late by a fifth of a second: answers wait as long. */
function eventLoop({ operations }: Services): Found {
  const value = operations.pulse.loopDelay();
  return value >= 200 ? { status: "degraded", reason: "slow", value } : up;
}
