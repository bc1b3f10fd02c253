import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minute, second } from "../../shared/durations.ts";
import { runInBackground, together } from "./run-in-background.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends, or fails, when the test says so. */
function someWork(options?: { every?: number; first?: number }) {
  const begun: PromiseWithResolvers<void>[] = [];
  const log = { warn: vi.fn() };
  const told: AbortSignal[] = [];
  const background = runInBackground(
    log,
    "digging",
    (stopping) => {
      const turn = Promise.withResolvers<void>();
      begun.push(turn);
      told.push(stopping);
      return turn.promise;
    },
    options,
  );
  const end = async (error?: Error) => {
    if (error === undefined) begun.at(-1)?.resolve();
    else begun.at(-1)?.reject(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, log, told, background, end };
}

test("is done for the first time when it is to be, and again so long after it has ended", async () => {
  const { begun, end } = someWork({ first: minute, every: 10 * second });
  vi.advanceTimersByTime(minute - 1);
  expect(begun).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(minute);
  expect(begun).toHaveLength(1);
  await end();
  vi.advanceTimersByTime(10 * second - 1);
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(begun).toHaveLength(2);
});

test("who wakes it waits no longer because others wake it too", async () => {
  const { begun, background } = someWork({ first: minute });
  background.wake();
  vi.advanceTimersByTime(20);
  background.wake();
  expect(begun).toHaveLength(0);
  vi.advanceTimersByTime(10);
  expect(begun).toHaveLength(1);
});

test("woken while it is under way it is done once more at its end, and then in its own time", async () => {
  const { begun, background, end } = someWork({ every: minute });
  vi.advanceTimersByTime(0);
  background.wake();
  vi.advanceTimersByTime(second);
  expect(begun).toHaveLength(1);
  await end();
  expect(begun).toHaveLength(2);
  await end();
  vi.advanceTimersByTime(minute - 1);
  expect(begun).toHaveLength(2);
});

test("woken after it has ended it is done soon", async () => {
  const { begun, background, end } = someWork({ every: minute });
  vi.advanceTimersByTime(0);
  await end();
  background.wake();
  vi.advanceTimersByTime(30);
  expect(begun).toHaveLength(2);
});

test("what fails is tried again, and told once until it has gone well", async () => {
  const { begun, log, end } = someWork({ every: second });
  const error = new Error("a stone");
  for (const how of [error, error, undefined, error]) {
    vi.advanceTimersByTime(second);
    await end(how);
  }
  expect(begun).toHaveLength(4);
  expect(log.warn.mock.calls).toEqual([
    [{ err: error }, "digging: the work failed"],
    [{ err: error }, "digging: the work failed"],
  ]);
});

test("a stop tells it, waits for its end, and nothing is begun any more", async () => {
  const { begun, told, background, end } = someWork({ every: second });
  vi.advanceTimersByTime(0);
  expect(told.map(({ aborted }) => aborted)).toEqual([false]);
  let isStopped = false;
  const stopped = together([background])
    .stop()
    .then(() => (isStopped = true));
  expect(told.map(({ aborted }) => aborted)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(0);
  expect(isStopped).toBe(false);
  background.wake();
  await end();
  await stopped;
  background.wake();
  vi.advanceTimersByTime(minute);
  expect(begun).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("it belongs to nobody who wakes it", async () => {
  // Those in their place know nothing of whom they belong to.
  vi.useRealTimers();
  const caller = new AsyncLocalStorage<string>();
  const seen = Promise.withResolvers<string | undefined>();
  const log = { warn: vi.fn() };
  const work = async () => seen.resolve(caller.getStore());
  const { wake, stop } = runInBackground(log, "digging", work, { first: minute });
  caller.run("a call", wake);
  expect(await seen.promise).toBeUndefined();
  await stop();
});
