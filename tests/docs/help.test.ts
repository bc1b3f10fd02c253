import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compileCache } from "../support/compile-cache.ts";
import { root } from "../support/server.ts";

it.each(["check", "demo", "diff", "generate", "test"])(
  "npm run %s explains itself, and does nothing else",
  (script) => {
    const file = join(root, `scripts/${script}.ts`);
    for (const option of ["--help", "-h"]) {
      const said = execFileSync(process.execPath, [file, option], {
        cwd: root,
        env: { ...process.env, ...compileCache },
        encoding: "utf8",
      });
      expect(said).toMatch(new RegExp(`^npm (run )?${script} `));
      expect(said.trim().split("\n").length).toBeLessThan(8);
    }
  },
);
