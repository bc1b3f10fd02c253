import { execFileSync } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../support/server.ts";

/** A project of the one script that stands before all others, and where a script keeps what was compiled there; undefined: nowhere. */
function project() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "vestibule-compiled-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "scripts"));
  const first = join(folder, "scripts/need-node-24.js");
  copyFileSync(join(root, "scripts/need-node-24.js"), first);
  const cache = join(folder, "build/cache");
  const keeps = () => {
    const told = `console.log(process.getBuiltinModule("module").getCompileCacheDir())`;
    const env = { PATH: process.env.PATH };
    return execFileSync(process.execPath, ["--import", first, "--eval", told], { env, encoding: "utf8" });
  };
  return { cache, keeps };
}

describe("what was compiled of a script", () => {
  it("is kept for the next time beside the build", () => {
    const { cache, keeps } = project();
    expect(keeps()).toContain(cache);
    expect(keeps()).toContain(cache);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is not taken from a folder of somebody else, whose code would run",
    () => {
      const { cache, keeps } = project();
      mkdirSync(cache, { recursive: true });
      chownSync(cache, 65_534, 65_534);
      expect(keeps()).toBe("undefined\n");
    },
  );
});
