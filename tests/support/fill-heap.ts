import { setTimeout as pauseFor } from "node:timers/promises";
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
import { keepOldSmall, keepYoungSmall } from "../../src/server/process/small-heap.ts";

// Run as a process of its own: keeps some things, makes many more that are let go only once they are old, and writes how many MB
// it held at most, and how many of them as room for new objects.
keepYoungSmall();
keepOldSmall();
await pauseFor(1200);
const kept = Array.from({ length: 400_000 }, (_, index) => ({ index, some: [index, index + 1, index + 2] }));
const passing: object[] = [];
const most = { held: 0, young: 0 };
for (let index = 0; index < 2_500_000; index += 1) {
  passing[index % 50_000] = { index, some: [index, index + 1] };
  if (index % 50_000 > 0) continue;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  most.young = Math.max(most.young, Math.round((young?.physical_space_size ?? 0) / 1e6));
  most.held = Math.max(most.held, Math.round(getHeapStatistics().used_heap_size / 1e6));
}
console.log(JSON.stringify({ ...most, kept: kept.length }));
