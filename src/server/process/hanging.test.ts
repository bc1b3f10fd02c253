import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { second } from "../../shared/durations.ts";
import { endIfHanging, sayThatHere } from "./hanging.ts";
import type { Channel } from "./share-hashes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process as the primary sees it, whose program can stand still. */
function aProcess() {
  let goesOn = true;
  const waiting: unknown[] = [];
  const inside = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: unknown) => outside.emit("message", message),
  });
  const kill = vi.fn(() => outside.emit("exit"));
  const outside = Object.assign(new EventEmitter(), {
    isConnected: () => inside.connected,
    send: (message: unknown) => (goesOn ? inside.emit("message", message) : waiting.push(message)),
    process: { pid: 7, kill },
  });
  sayThatHere(inside as unknown as Channel);
  const log = { error: vi.fn() };
  endIfHanging(outside as unknown as Worker, log);
  return {
    kill,
    log,
    standStill: () => {
      goesOn = false;
    },
    goOn: () => {
      goesOn = true;
      for (const message of waiting.splice(0)) inside.emit("message", message);
    },
    disconnect: () => Object.assign(inside, { connected: false }),
    exit: () => outside.emit("exit"),
  };
}

test("a process that answers is left alone, also after it has stood still for a moment", () => {
  const { kill, standStill, goOn } = aProcess();
  vi.advanceTimersByTime(3600 * second);
  standStill();
  vi.advanceTimersByTime(30 * second);
  goOn();
  vi.advanceTimersByTime(3600 * second);
  expect(kill).not.toHaveBeenCalled();
});

test("one that stands still for longer is ended, once, and the log says which", () => {
  const { kill, log, standStill } = aProcess();
  standStill();
  vi.advanceTimersByTime(39 * second);
  expect(kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(second);
  expect(kill).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60 * second);
  expect(kill).toHaveBeenCalledExactlyOnceWith("SIGKILL");
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ worker: 7 }, "a process hangs; it is ended");
});

test("one that is leaving is asked nothing", () => {
  const { kill, standStill, disconnect } = aProcess();
  standStill();
  disconnect();
  vi.advanceTimersByTime(3600 * second);
  expect(kill).not.toHaveBeenCalled();
});

test("one that has ended is watched no longer", () => {
  const { exit } = aProcess();
  expect(vi.getTimerCount()).toBe(1);
  exit();
  expect(vi.getTimerCount()).toBe(0);
});
