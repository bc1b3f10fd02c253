import type { Worker } from "node:cluster";
import { expect, test } from "vitest";
import { HashShares } from "./share-hashes.ts";

/** A process as the primary sees it, with what it was told last. */
function processOf(shares: HashShares) {
  const told: unknown[] = [];
  const worker = {
    isConnected: () => true,
    send: (message: object) => told.push(...Object.values(message)) > 0,
  } as unknown as Worker;
  shares.hear(worker);
  return { told, wants: (hashesWanted: number) => shares.hear(worker, { hashesWanted }), worker };
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
  const [busy] = [processOf(shares), processOf(shares), processOf(shares)];
  busy?.wants(4);
  expect(busy?.told).toEqual([4]);
});

test("what a process that has ended would have wanted is not kept for it", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy, other] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  shares.forget(other.worker);
  expect(busy.told).toEqual([2, 1]);
});

test("what else a process says is nothing to it", () => {
  const shares = new HashShares({ concurrency: 1, most: 2 });
  const [busy] = [processOf(shares), processOf(shares)];
  busy.wants(2);
  shares.hear(busy.worker, "ready");
  shares.hear(busy.worker, { hashesWanted: "many" });
  expect(busy.told).toEqual([2]);
});
