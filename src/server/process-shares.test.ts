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

test("two machines of up to eight cores fit into a hundred connections, while both are renewed", () => {
  for (let processes = 1; processes <= 8; processes += 1)
    expect(2 * (processes + 1) * connectionsOfEach(processes)).toBeLessThanOrEqual(97);
  expect(connectionsOfEach(64)).toBe(4);
});
