import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createPasswordHasher } from "../passwords/password-hash.ts";
import { type Channel, HashShares, shareHashes } from "./share-hashes.ts";

/** A process as the primary sees it, with what it was told last. */
function processOf(shares: HashShares) {
  const told: unknown[] = [];
  let isConnected = true;
  const worker = {
    isConnected: () => isConnected,
    send: (message: object) => told.push(...Object.values(message)) > 0,
  } as unknown as Worker;
  shares.hear(worker);
  return {
    told,
    wants: (hashesWanted: number) => shares.hear(worker, { hashesWanted }),
    worker,
    disconnect: () => {
      isConnected = false;
    },
  };
}

test("a process is granted what others leave, until they want it themselves", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy, other] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  other.wants(1);
  other.wants(0);
  busy.wants(1);
  expect([busy.told, other.told]).toEqual([[2, 1, 2, 1], []]);
});

test("where all want more, each keeps its own and nothing is said", () => {
  const shares = new HashShares({ concurrency: 2, most: 4 });
  const all = [processOf(shares), processOf(shares)];
  all[0]?.wants(2);
  all[1]?.wants(2);
  for (const { wants } of all) wants(3);
  expect(all.map(({ told }) => told)).toEqual([[], []]);
});

test("nobody is granted more than the machine has", () => {
  const shares = new HashShares({ concurrency: 3, most: 4 });
  const [busy, other] = [processOf(shares), processOf(shares)];
  busy.wants(4);
  other.wants(4);
  expect([busy.told, other.told]).toEqual([[4, 3], []]);
});

/** One of several processes with a slot of its own, whose hashes end when they are told to. */
function oneOfSeveral() {
  const told: unknown[] = [];
  const primary = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: unknown) => told.push(message) > 0,
  });
  const finish: (() => void)[] = [];
  const hasher = createPasswordHasher(
    { memoryKib: 64, passes: 1, concurrency: 1 },
    (_password, { length }) => {
      return new Promise((resolve) => finish.push(() => resolve(Buffer.alloc(length))));
    },
  );
  shareHashes(hasher, { concurrency: 1 }, primary as unknown as Channel);
  return { told, primary, finish, hasher };
}

test("a process says what there is to do, up to one more than its own, and hashes what is granted", async () => {
  const { told, primary, finish, hasher } = oneOfSeveral();
  const all = Promise.all([1, 2, 3].map(() => hasher.verifyDummy("x")));
  await expect.poll(() => finish.length).toBe(1);
  primary.emit("message", { hashesGranted: 2 });
  await expect.poll(() => finish.length).toBe(2);
  primary.emit("message", { hashesGranted: 1 });
  for (let done = 0; done < 3; done += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(done);
    finish[done]?.();
  }
  await all;
  expect(told.map((message) => Object.values(message as object))).toEqual([[1], [2], [1], [0]]);
});

test("what else the primary says leaves a process the slots that it has", async () => {
  const { primary, finish, hasher } = oneOfSeveral();
  primary.emit("message", "areYouThere");
  const both = Promise.all([1, 2].map(() => hasher.verifyDummy("x")));
  for (const hash of [0, 1]) {
    await expect.poll(() => finish.length).toBe(hash + 1);
    finish[hash]?.();
  }
  await both;
});

test("a process that its primary has left says nothing", async () => {
  const primary = Object.assign(new EventEmitter(), {
    connected: false,
    send: () => {
      throw new Error("nobody is there");
    },
  });
  const hasher = createPasswordHasher({ memoryKib: 64, passes: 1, concurrency: 1 });
  shareHashes(hasher, { concurrency: 1 }, primary as unknown as Channel);
  expect(await hasher.verifyDummy("x")).toBeNull();
});

test("what a process that has ended wanted is there for the others", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy, other] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  other.wants(1);
  shares.forget(other.worker);
  expect(busy.told).toEqual([2, 1, 2]);
});

test("a process that is leaving is told nothing", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy, other] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  busy.disconnect();
  other.wants(1);
  expect(busy.told).toEqual([2]);
});

test("what else a process says is nothing to it", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  shares.hear(busy.worker, "ready");
  shares.hear(busy.worker, { hashesWanted: "many" });
  expect(busy.told).toEqual([2]);
});
