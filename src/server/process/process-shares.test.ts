import { expect, test } from "vitest";
import { connectionsOfEach, hashesOfEach } from "./process-shares.ts";

test("one process hashes on every core", () => {
  expect(hashesOfEach(1, 2)).toBe(2);
  expect(hashesOfEach(1, 16)).toBe(16);
});

test.each([
  [2, 2],
  [2, 8],
  [3, 8],
  [8, 8],
  [16, 8],
])("%i processes can keep all of %i cores busy although one of them is idle", (processes, cores) => {
  expect(hashesOfEach(processes, cores) * (processes - 1)).toBeGreaterThanOrEqual(cores);
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
