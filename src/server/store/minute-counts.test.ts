import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { minute } from "../../shared/durations.ts";
import { addMinuteCounts, readMinuteCounts } from "./minute-counts.ts";

const now = 1_700_000_040_000;

onEachDatabase((database) => {
  test("adds up what several processes count at once", async () => {
    const [first, second] = [database.connect().db, database.connect().db];
    const counts = (names: string[]) => names.map((name) => ({ minute: now, name, count: 2 }));
    const writes = Array.from({ length: 20 }, () => [
      addMinuteCounts(first, counts(["a", "b", "c"]), minute),
      addMinuteCounts(second, counts(["c", "b", "a"]), minute),
    ]);
    await Promise.all(writes.flat());
    const rows = await readMinuteCounts(database.store().db, now);
    expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      ["a", "b", "c"].map((name) => ({ minute: now, name, count: 80 })),
    );
  });

  test("reads from a minute on", async () => {
    const { db } = database.store();
    const at = (minutes: number) => now + (10 + minutes) * minute;
    await addMinuteCounts(
      db,
      [0, 1, 2].map((minutes) => ({ minute: at(minutes), name: "x", count: 1 })),
      minute,
    );
    expect((await readMinuteCounts(db, at(1))).map(({ minute: start }) => start).sort()).toEqual([
      at(1),
      at(2),
    ]);
  });
});
