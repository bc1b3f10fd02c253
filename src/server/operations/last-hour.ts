import { minute } from "../../shared/durations.ts";
import { percentile } from "../domain/latency-steps.ts";
import type { Services } from "../services.ts";
import { type MinuteCount, readMinuteCounts } from "../store/minute-counts.ts";

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
 * The last hour, as the counts of all processes have it: others' are up to ten seconds late, our own are written down first. The audit
 * has each sign-in too, of which a busy hour has more than could be counted while somebody waits.
 */
export async function lastHour({ store, operations, now }: Services): Promise<[LastHour, HourTotals]> {
  // Where nothing can be written, the check of the database says so at its next look.
  await operations.counts.write().catch(() => undefined);
  const from = (Math.floor(now() / minute) - shown + 1) * minute;
  const counts = await readMinuteCounts(store.db, from);
  const byMinute = Map.groupBy(counts, (row) => row.minute);
  const minutes = Array.from({ length: shown }, (_, index) => byMinute.get(from + index * minute) ?? []);
  const latencies = minutes.map(latenciesOf);
  const totalOf = (name: string) => totalIn(counts, name);
  return [
    {
      from,
      signIns: minutes.map((each) => totalIn(each, "signIn.completed")),
      failures: minutes.map((each) => totalIn(each, "signIn.refused")),
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

function totalIn(counts: readonly MinuteCount[], name: string): number {
  return counts.reduce((total, row) => (row.name === name ? total + row.count : total), 0);
}
