import { exec } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readReport, type TestResult } from "../support/reports.ts";

/** The tests of some files, whichever runner has them, and what keeps a file from being loaded, as a failure. None of them runs. */
export async function listTests(files: readonly string[]): Promise<TestResult[]> {
  // A pattern that no name fits: Vitest's own list shows only names as they are written, with what stands for a value.
  const vitest = `vitest run --testNamePattern "(?!)" --reporter=json ${files.join(" ")}`;
  const reports = await mkdtemp(join(tmpdir(), "vestibule-names-"));
  const at = (name: string) => join(reports, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: at("browser") };
  const listed = async (name: string, command: string): Promise<TestResult[]> => {
    try {
      await promisify(exec)(command, { env });
    } catch (error) {
      const tests = await readReport(at(name)).catch(() => []);
      // What the report tells is shorter than the command with all its files.
      if (!tests.some(({ failure }) => failure !== undefined)) throw error;
      return tests;
    }
    return readReport(at(name));
  };
  try {
    const found = await Promise.all([
      listed("vitest", `${vitest} --outputFile="${at("vitest")}"`),
      listed("faults", `${vitest} --outputFile="${at("faults")}" --config tests/faults/vitest.config.ts`),
      listed("browser", "playwright test --config tests/playwright.config.ts --list --reporter=json"),
    ]);
    return found.flat();
  } finally {
    await rm(reports, { recursive: true });
  }
}
