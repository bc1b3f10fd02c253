import { minute } from "../../shared/durations.ts";
import { addMinuteCounts, type MinuteCount } from "../store/minute-counts.ts";
import type { Store } from "../store/store.ts";

/** What is counted: uncaught errors, what the policy of a page kept out, messages that nobody received, sign-ins by how they ended, and answers by how long they took. */
export type CountedThing =
  | "error.client"
  | "error.server"
  | "policy.violated"
  | "message.givenUp"
  | "signIn.completed"
  | "signIn.refused"
  | `latency.${number}`;

/** Counts what happens, by the minute and over all processes, for the operations page. */
export interface MinuteCounts {
  add(thing: CountedThing): void;
  /** Writes what was counted since the last time. What cannot be written is kept for the next time; throws then. */
  write(): Promise<void>;
}

/** Milliseconds between two writes: a process that is killed loses as much. */
export const writeEvery = 10_000;
/** The plots show an hour; a minute more for each that is not over. */
const life = 62 * minute;

export function createMinuteCounts(store: Store, now: () => number): MinuteCounts {
  let counted = new Map<string, MinuteCount>();

  const add = ({ minute, name, count }: MinuteCount) => {
    const key = `${minute} ${name}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { minute, name, count });
    else known.count += count;
  };

  return {
    add: (name) => add({ minute: Math.floor(now() / minute) * minute, name, count: 1 }),
    write: async () => {
      const rows = [...counted.values()].filter((row) => row.minute + life > now());
      counted = new Map();
      try {
        await addMinuteCounts(store.db, rows, life);
      } catch (error) {
        for (const row of rows) add(row);
        throw error;
      }
    },
  };
}
