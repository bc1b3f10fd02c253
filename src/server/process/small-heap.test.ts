import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../../tests/support/server.ts";

test("what a process holds stays near to what is alive in it, and its room for new objects small", async () => {
  const script = join(root, "tests/support/fill-heap.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const { held, young } = JSON.parse(stdout);
  // Some 60 MB are alive. Without the one it holds 250 MB; without the other 34 to 98 MB are room for new objects, in place of 8.
  expect(held).toBeLessThan(115);
  expect(young).toBeLessThan(20);
});
