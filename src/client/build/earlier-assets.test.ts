import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hour } from "../../shared/durations.ts";
import { becomeEarlier, removeEarlier } from "./earlier-assets.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vestibule-assets-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function writeOld(files: readonly string[], now: number) {
  const monthAgo = (now - 30 * 24 * hour) / 1000;
  for (const file of files) {
    await writeFile(join(folder, file), "");
    await utimes(join(folder, file), monthAgo, monthAgo);
  }
}

/** The files that a build at some time leaves, whose own are `current`. */
async function filesAt(time: number, current: string) {
  await removeEarlier(folder, new Set([current]), time);
  return (await readdir(folder)).toSorted();
}

it("keeps the scripts of a build two days from the next build on, however long it was served before", async () => {
  const now = Date.now();
  await writeOld(["older.js", "earlier.js", "earlier.js.br", "both.js"], now);
  await becomeEarlier(folder, new Set(["earlier.js", "both.js"]), now);
  expect(await filesAt(now, "both.js")).toEqual(["both.js", "earlier.js", "earlier.js.br"]);
  expect(await filesAt(now + 47 * hour, "both.js")).toEqual(["both.js", "earlier.js", "earlier.js.br"]);
  expect(await filesAt(now + 49 * hour, "both.js")).toEqual(["both.js"]);
});

it("keeps every script that was carried over into a folder that was never built", async () => {
  const now = Date.now();
  await writeOld(["carried.js", "carried.js.br"], now);
  await becomeEarlier(folder, undefined, now);
  await writeFile(join(folder, "new.js"), "");
  expect(await filesAt(now + 47 * hour, "new.js")).toEqual(["carried.js", "carried.js.br", "new.js"]);
  expect(await filesAt(now + 49 * hour, "new.js")).toEqual(["new.js"]);
});
