// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stayedAfter, untilStaying, watchLeaving } from "./leaving.ts";

watchLeaving();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  vi.useRealTimers();
});

/** What happened by now to somebody who waits. */
function waiter() {
  const told = vi.fn();
  void untilStaying().then(told);
  return async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return told.mock.calls.length;
  };
}

it("waits for nothing as long as nobody leaves", async () => {
  expect(await waiter()(0)).toBe(1);
});

it("waits while the page is left, until it has stayed for ten seconds all the same", async () => {
  dispatchEvent(new Event("beforeunload"));
  const told = waiter();
  expect(await told(9_999)).toBe(0);
  expect(await told(1)).toBe(1);
  expect(await waiter()(0)).toBe(1);
});

it("waits for the last time that somebody left", async () => {
  dispatchEvent(new Event("beforeunload"));
  await vi.advanceTimersByTimeAsync(6_000);
  dispatchEvent(new Event("beforeunload"));
  const told = waiter();
  expect(await told(9_999)).toBe(0);
  expect(await told(1)).toBe(1);
});

it("goes on after leaving where the page has stayed for ten seconds, also where the browser tells of no leaving", async () => {
  const left = vi.fn();
  const told = vi.fn();
  void stayedAfter(left).then(told);
  expect(left).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledOnce();
});

it("goes on as soon as the browser brings the page back", async () => {
  dispatchEvent(new Event("beforeunload"));
  const told = waiter();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(await told(0)).toBe(1);
});
