import { exec } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readReport, type TestResult } from "../support/reports.ts";

/** The tests of some files, whichever runner has them. None of them runs. */
export async function listTests(files: readonly string[]): Promise<TestResult[]> {
  // A pattern that no name fits: Vitest's own list shows only names as they are written, with what stands for a value.
  const vitest = `vitest run --testNamePattern "(?!)" --reporter=json ${files.join(" ")}`;
  const reports = await mkdtemp(join(tmpdir(), "vestibule-names-"));
  const at = (name: string) => join(reports, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: at("browser") };
  const run = (command: string) => promisify(exec)(command, { env });
  try {
    await Promise.all([
      run(`${vitest} --outputFile="${at("vitest")}"`),
      run(`${vitest} --outputFile="${at("faults")}" --config tests/faults/vitest.config.ts`),
      run("playwright test --config tests/playwright.config.ts --list --reporter=json"),
    ]);
    return (await Promise.all(["vitest", "faults", "browser"].map((name) => readReport(at(name))))).flat();
  } finally {
    await rm(reports, { recursive: true });
  }
}
