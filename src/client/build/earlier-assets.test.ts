import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { becomeEarlier, removeEarlier } from "./earlier-assets.ts";

const hour = 3_600_000;

it("keeps the scripts of a build two days from the next build on, however long it was served before", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-assets-"));
  const now = Date.now();
  const monthAgo = (now - 30 * 24 * hour) / 1000;
  for (const file of ["older.js", "earlier.js", "earlier.js.br", "both.js"]) {
    await writeFile(join(folder, file), "");
    await utimes(join(folder, file), monthAgo, monthAgo);
  }
  await becomeEarlier(folder, new Set(["earlier.js", "both.js"]), now);
  const filesAt = async (time: number) => {
    await removeEarlier(folder, new Set(["both.js"]), time);
    return (await readdir(folder)).toSorted();
  };
  expect(await filesAt(now)).toEqual(["both.js", "earlier.js", "earlier.js.br"]);
  expect(await filesAt(now + 47 * hour)).toEqual(["both.js", "earlier.js", "earlier.js.br"]);
  expect(await filesAt(now + 49 * hour)).toEqual(["both.js"]);
  await rm(folder, { recursive: true });
});
