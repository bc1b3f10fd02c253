import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { namedSecret } from "./secret-files.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vestibule-secret-"));
  file = join(folder, "payroll");
});
afterEach(() => rm(folder, { recursive: true }));

const read = (environment: Record<string, string>) => namedSecret("PAYROLL", 'client "payroll"', environment);

test("a secret that the configuration names is the variable's own, or what the file of its X_FILE holds now", () => {
  expect(read({ PAYROLL: "own" })).toBe("own");
  for (const secret of ["first", "second"]) {
    writeFileSync(file, `${secret}\n`);
    expect(read({ PAYROLL: "", PAYROLL_FILE: file })).toBe(secret);
  }
});

test("a secret that cannot be read is told with its variable", () => {
  expect(() => read({ PAYROLL: "own", PAYROLL_FILE: file })).toThrow(
    "PAYROLL_FILE is set beside PAYROLL; only one of them may be",
  );
  expect(() => read({ PAYROLL_FILE: file })).toThrow(
    `PAYROLL_FILE names a file that cannot be read: ${file}`,
  );
  const missing = 'PAYROLL is not set: client "payroll" names it as the variable of its secret';
  expect(() => read({})).toThrow(missing);
  writeFileSync(file, "\n");
  expect(() => read({ PAYROLL_FILE: file })).toThrow(missing);
});
