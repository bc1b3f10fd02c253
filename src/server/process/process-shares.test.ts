import { expect, test } from "vitest";
import { connectionsOfEach, hashesGranted, hashesOfEach, threadsFor } from "./process-shares.ts";

test("one process hashes on every core", () => {
  expect(hashesOfEach(1, 2)).toBe(2);
  expect(hashesOfEach(1, 16)).toBe(16);
});

test.each([
  [2, 2, 1],
  [2, 8, 4],
  [3, 8, 3],
  [8, 8, 1],
  [16, 8, 1],
])("%i processes on %i cores hash %i each", (processes, cores, own) => {
  expect(hashesOfEach(processes, cores)).toBe(own);
});

test.each([
  ["a core each", 2, 2, 2],
  ["a single core", 1, 1, 2],
  ["fewer hashes than cores", 1, 8, 8],
  ["more hashes than cores", 8, 2, 8],
])(
  "where there are %s, the pool has a thread for each of them, and two at least",
  (_, hashes, cores, threads) => {
    expect(threadsFor(hashes, cores)).toBe(threads);
  },
);

test.each([
  ["nobody has anything to do", [0, 0, 0], [2, 2, 2]],
  ["each has what is its own", [2, 1, 2], [2, 2, 2]],
  ["all want more", [3, 3, 3], [2, 2, 2]],
  ["one wants more and the others nothing", [3, 0, 0], [6, 2, 2]],
  ["one wants more and another needs a part of its own", [3, 1, 0], [5, 2, 2]],
  ["one wants more and another all of its own", [3, 2, 0], [4, 2, 2]],
  ["two want more of what the third leaves", [3, 0, 3], [3, 2, 3]],
])("where %s, no more are granted to those that hash than there are cores", (_, wanted, granted) => {
  expect(hashesGranted(wanted, { own: 2, cores: 6 })).toEqual(granted);
});

test("what is left goes to one more of three that want it, where it cannot be shared", () => {
  expect(hashesGranted([3, 3, 0, 3], { own: 2, cores: 8 })).toEqual([3, 3, 2, 2]);
});

test("of more processes than cores, two that are busy hash as many as there are cores", () => {
  const wanted = [2, 2, ...Array.from({ length: 14 }, () => 0)];
  expect(hashesGranted(wanted, { own: 1, cores: 8 }).slice(0, 2)).toEqual([4, 4]);
});

// A hundred, of which three are kept for administrators.
const allowed = 97;

test.each([
  [2, 23],
  [1, 47],
])(
  "%i machines of up to %i cores fit into what PostgreSQL allows, while all are renewed",
  (machines, cores) => {
    for (let processes = 1; processes <= cores; processes += 1)
      expect(machines * (processes + 1) * connectionsOfEach(processes)).toBeLessThanOrEqual(allowed);
  },
);

test("each process has two connections, however many there are", () => {
  expect(connectionsOfEach(64)).toBe(2);
});
