import type { Db } from "./tables.ts";

/** How often something happened within a minute, which begins at `minute` (milliseconds since 1970). */
export interface MinuteCount {
  minute: number;
  name: string;
  count: number;
}

/** Adds to what all processes counted; `life` in milliseconds from the beginning of the minute. */
export async function addMinuteCounts(db: Db, counts: readonly MinuteCount[], life: number): Promise<void> {
  if (counts.length === 0) return;
  // In one order, so that no two processes wait for each other.
  const rows = counts
    .map((count) => ({ ...count, expires_at: count.minute + life }))
    .sort((a, b) => a.minute - b.minute || (a.name < b.name ? -1 : 1));
  await db
    .insertInto("minute_counts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["minute", "name"]).doUpdateSet((update) => ({
        count: update("minute_counts.count", "+", update.ref("excluded.count")),
      })),
    )
    .execute();
}

/** What was counted since `from`, over all processes. */
export async function readMinuteCounts(db: Db, from: number): Promise<MinuteCount[]> {
  return db
    .selectFrom("minute_counts")
    .select(["minute", "name", "count"])
    .where("minute", ">=", from)
    .execute();
}
