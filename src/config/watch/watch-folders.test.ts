import { mkdirSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchFolders } from "./watch-folders.ts";

let folder: string;
let stop: (() => void) | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vestibule-folder-"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  stop?.();
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** Time that goes by while something is waited for, and the files that are read then. */
const soon = { timeout: 5000, interval: 10 };
const tenSeconds = 10_000;

test("a look that fails is told once and made again until it does not", async () => {
  const changed = vi.fn(async () => false);
  const failed = vi.fn();
  stop = await watchFolders(async () => [{ path: folder }], changed, failed);
  changed.mockRejectedValueOnce(new Error("first")).mockRejectedValueOnce(new Error("second"));
  await writeFile(join(folder, "any"), "");
  for (const looks of [1, 2, 3]) {
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(looks), soon);
    await vi.advanceTimersByTimeAsync(tenSeconds);
  }
  expect(failed.mock.calls).toEqual([[new Error("first")]]);
  await vi.advanceTimersByTimeAsync(6 * tenSeconds);
  expect(changed).toHaveBeenCalledTimes(3);
});

test("what cannot be watched is told, and looked at again and again instead", async () => {
  const changed = vi.fn(async () => false);
  const failed = vi.fn();
  const file = join(folder, "file");
  await writeFile(file, "");
  // Below a file there is nothing to watch.
  stop = await watchFolders(async () => [{ path: join(file, "folder") }], changed, failed);
  expect(failed.mock.calls).toMatchObject([[{ code: "ENOTDIR" }]]);
  for (const looks of [1, 2]) {
    await vi.advanceTimersByTimeAsync(tenSeconds);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(looks), soon);
  }
  expect(failed).toHaveBeenCalledTimes(1);
});

test("a look that waits for something else is made again until it does not, and nothing is told", async () => {
  const changed = vi.fn(async () => false);
  const failed = vi.fn();
  stop = await watchFolders(async () => [{ path: folder }], changed, failed);
  changed.mockResolvedValueOnce(true);
  await writeFile(join(folder, "any"), "");
  for (const looks of [1, 2]) {
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(looks), soon);
    await vi.advanceTimersByTimeAsync(tenSeconds);
  }
  await vi.advanceTimersByTimeAsync(6 * tenSeconds);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(failed).not.toHaveBeenCalled();
});

test("a folder that is replaced at once by another of its name is watched as the one before", async () => {
  const changed = vi.fn(async () => false);
  const below = join(folder, "below");
  await mkdir(below);
  stop = await watchFolders(
    async () => [{ path: folder, names: ["below"] }, { path: below }],
    changed,
    vi.fn(),
  );
  rmSync(below, { recursive: true });
  // Many file systems give the new one the number of the one before.
  mkdirSync(below);
  for (const looks of [1, 2]) {
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(looks), soon);
    await writeFile(join(below, "any"), String(looks));
    await vi.advanceTimersByTimeAsync(1000);
  }
});
