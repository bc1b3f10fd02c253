import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const slots = () =>
  createSlots({
    concurrency: 1,
    waitingPerSlot: 8,
    longestWait: 300,
    overloaded: () => new Error("waited too long"),
  });

test("nobody in line is turned away for the time in which the whole program stood still", async () => {
  const { run } = slots();
  const done = await new Promise<unknown>((resolve) => {
    // After it come the timers, and then what has ended meanwhile.
    setImmediate(() => {
      void run(() => stat("."));
      run(async () => "done").then(resolve, resolve);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    });
  });
  expect(done).toBe("done");
});

test("who waits too long is turned away, also where others came and went meanwhile", async () => {
  const { run, load } = slots();
  const held = Promise.withResolvers<void>();
  const first = run(() => held.promise);
  for (const _turn of [1, 2]) await expect(run(async () => "done")).rejects.toThrow("waited too long");
  held.resolve();
  await first;
  expect(load()).toEqual({ running: 0, waiting: 0, refused: 2 });
  expect(await run(async () => "done")).toBe("done");
});
