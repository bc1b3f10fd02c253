import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = (cwd: string) =>
  promisify(execFile)(process.execPath, [join(process.cwd(), "scripts/check.ts")], { cwd });

test("the check says in one line that all is well, within two seconds", async () => {
  const { stdout, stderr } = await run(process.cwd());
  expect(stderr).toBe("");
  const [, milliseconds] =
    /^All is well: \d+ screens, \d+ calls, \d+ forms, \d+ partners, \d+ languages; (\d+) ms\n$/.exec(
      stdout,
    ) ?? [];
  expect(Number(milliseconds)).toBeLessThan(2000);
});

test("the check prints each finding like a compiler and fails", async () => {
  const root = await mkdtemp(join(tmpdir(), "vestibule-check-"));
  try {
    const parts = [
      "schemas",
      "locales",
      "partners",
      "screens.config.json",
      "clients.config.json",
      "vendors.config.json",
    ];
    for (const part of parts) await cp(part, join(root, part), { recursive: true });
    const file = join(root, "screens.config.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"form": "login"', '"form": "logn"'));
    const line = text.slice(0, text.indexOf('"form": "login"')).split("\n").length;
    await expect(run(root)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^screens\\.config\\.json:${line}:15  There is no form "logn" in schemas/forms/\\. Did you mean "login"\\?  \\(known-form\\)\n`,
        ),
      ),
    });
  } finally {
    await rm(root, { recursive: true });
  }
});
