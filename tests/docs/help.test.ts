import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { compileCache } from "../support/compile-cache.ts";
import { root } from "../support/server.ts";

/** Those of this repository, but the operators' commands, which have tests of their own. */
const scripts = Object.entries(packageJson.scripts).flatMap(([name, command]) => {
  const file = /need-node-24\.js (\S+\.ts)$/.exec(command)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

it.each(scripts)("npm run $name explains itself, and does nothing else", ({ name, file }) => {
  for (const option of ["--help", "-h"]) {
    const said = execFileSync(process.execPath, [file, option], {
      cwd: root,
      env: { ...process.env, ...compileCache },
      encoding: "utf8",
    });
    expect(said).toMatch(new RegExp(`^npm (run )?${name}[ \\n]`));
    expect(said.trim().split("\n").length).toBeLessThan(8);
  }
});
