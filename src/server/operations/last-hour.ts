import { minute } from "../../shared/durations.ts";
import { refusedSignIns } from "../domain/account-events.ts";
import { percentile } from "../domain/latency.ts";
import type { Services } from "../services.ts";
import { countEvents } from "../store/audit.ts";
import { type MinuteCount, readMinuteCounts } from "../store/minute-counts.ts";

/** What ends a sign-in well. */
const signIns = ["signIn.completed"];

/** Minutes that are shown, the one that is not over at the end. */
const shown = 60;

/** What happened in each minute of the last hour, over all processes. */
export interface LastHour {
  /** Beginning of the first minute, epoch milliseconds. */
  from: number;
  signIns: number[];
  failures: number[];
  /** Milliseconds that half of the answers, and 95 of a hundred, took at most; null: there were none. */
  p50: (number | null)[];
  p95: (number | null)[];
}

/** How often something that is not shown by the minute happened in the last hour. */
export interface HourTotals {
  clientErrors: number;
  serverErrors: number;
  policyViolations: number;
  messagesGivenUp: number;
}

/**
 * The last hour, as the audit and the counts of all processes have it. Sign-ins are not counted a second time: the audit
 * has each of them for good, and of the refused all that cost whoever tried something. Others' answers are up to ten seconds
 * late; our own are written down first.
 */
export async function lastHour({ store, operations, now }: Services): Promise<[LastHour, HourTotals]> {
  await operations.counts.write();
  const from = (Math.floor(now() / minute) - shown + 1) * minute;
  const [events, counts] = await Promise.all([
    countEvents(store.db, [...signIns, ...refusedSignIns], from),
    readMinuteCounts(store.db, from),
  ]);
  const perMinute = <Value>(at: (start: number) => Value): Value[] =>
    Array.from({ length: shown }, (_, index) => at(from + index * minute));
  const sumOf = (names: readonly string[]) => (start: number) =>
    sum(events.filter((row) => row.minute === start && names.includes(row.event)));
  const refused = (start: number) =>
    sumOf(refusedSignIns)(start) +
    sum(counts.filter((row) => row.minute === start && row.name === "signIn.refused"));
  const latencies = perMinute((start) => latenciesOf(counts.filter((row) => row.minute === start)));
  const totalOf = (name: string) => sum(counts.filter((row) => row.name === name));
  return [
    {
      from,
      signIns: perMinute(sumOf(signIns)),
      failures: perMinute(refused),
      p50: latencies.map((steps) => percentile(steps, 0.5)),
      p95: latencies.map((steps) => percentile(steps, 0.95)),
    },
    {
      clientErrors: totalOf("error.client"),
      serverErrors: totalOf("error.server"),
      policyViolations: totalOf("policy.violated"),
      messagesGivenUp: totalOf("message.givenUp"),
    },
  ];
}

/** Step → how often, of one minute. */
function latenciesOf(counts: readonly MinuteCount[]): Map<number, number> {
  const steps = counts.filter(({ name }) => name.startsWith("latency."));
  return new Map(steps.map(({ name, count }) => [Number(name.slice("latency.".length)), count]));
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
