import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReport } from "../tests/support/reports.ts";
import { readOptions } from "./read-options.ts";
import { missingNeeds, type Need, requiredNeeds } from "./test-needs.ts";

const usage = `npm test [-- --only <step>]
  Everything that proves the project, in the order in which it fails fastest. Each step runs although an earlier one
  failed, so that one run tells all; --only runs the steps whose names hold this. What the machine lacks is left out, and
  said; what VESTIBULE_TEST_REQUIRES names (postgres,chromium) must be there.`;

interface Step {
  name: string;
  command: string;
  /** What it needs of the machine, and what is left out without. */
  needs?: { of: Need[]; without: "some tests" | "the step" };
  /** It judges what the other steps did, so it does not run without them. */
  ofWholeRun?: true;
  /** Report of the step's own runner, from which its tests are counted; none: the step counts as one. */
  report?: { file: string; count: (report: never) => Counts };
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const reports = await mkdtemp(join(tmpdir(), "vestibule-test-"));
const vitestReport = join(reports, "vitest.json");
const browserReport = join(reports, "browser.json");
/** Where tests note what of the specification they reached (tests/support/reached.ts). */
const reached = join(reports, "reached");
/** What Node has compiled, for the hundreds of processes that tests start. */
const compiled = join(reports, "compiled");

const steps: Step[] = [
  { name: "lint", command: "biome ci ." },
  { name: "types", command: "tsc -b" },
  { name: "generated files", command: "node scripts/generate.ts --check" },
  { name: "configuration", command: "node scripts/check.ts" },
  { name: "build", command: "node scripts/build.ts" },
  {
    // Browser tests read what was built as they are loaded.
    name: "names of proofs",
    command: "node tests/security/compare-proofs.ts --names",
    needs: { of: ["chromium"], without: "the step" },
  },
  {
    name: "unit, schema and API tests",
    command: `vitest run --reporter=default --reporter=json --outputFile.json="${vitestReport}"`,
    needs: { of: ["postgres"], without: "some tests" },
    report: {
      file: vitestReport,
      count: (report: VitestReport) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests + (report.numFailedTests === 0 ? report.numFailedTestSuites : 0),
        skipped: report.numPendingTests,
      }),
    },
  },
  {
    name: "browser tests",
    command: "playwright test --config tests/playwright.config.ts --reporter=list,json",
    needs: { of: ["chromium"], without: "the step" },
    report: { file: browserReport, count: countOfPlaywright },
  },
  {
    name: "every cell of the gallery",
    command: "playwright test --config tests/a11y/playwright.config.ts --reporter=dot,json",
    needs: { of: ["chromium"], without: "the step" },
    report: { file: join(reports, "gallery.json"), count: countOfPlaywright },
  },
  {
    name: "specification",
    command: `node tests/specification/compare-reached.ts "${reached}" "${vitestReport}" "${browserReport}"`,
    needs: { of: ["chromium"], without: "the step" },
    ofWholeRun: true,
  },
  {
    name: "security",
    command: `node tests/security/compare-proofs.ts "${vitestReport}" "${browserReport}"`,
    needs: { of: ["postgres", "chromium"], without: "the step" },
    ofWholeRun: true,
  },
];

const { values: options } = readOptions(usage, { options: { only: { type: "string" } } });
const chosen = steps.filter(({ name, ofWholeRun }) =>
  options.only === undefined ? true : !ofWholeRun && name.includes(options.only),
);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const failed: string[] = [];
const missing = await findMissing();
const leftOut = [...missing].map(([need, sentence]) => `Left out: the tests that need ${need} (${sentence})`);
for (const line of leftOut) console.log(line);

for (const step of chosen) {
  if (step.needs?.without === "the step" && step.needs.of.some((need) => missing.has(need))) {
    total.skipped += 1;
    continue;
  }
  const started = Date.now();
  console.log(`\n— ${step.name}: ${step.command.split(" --reporter")[0]}`);
  const code = await run(step);
  const counts = await countsOf(step, code);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  if (code !== 0) failures.push(step.name);
  failed.push(...(await failedOf(step)));
  console.log(
    `— ${step.name}: ${code === 0 ? "passed" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}

await rm(reports, { recursive: true });
if (leftOut.length > 0) console.log(`\n${leftOut.join("\n")}`);
if (failures.length > 0) console.log(["", `Failed: ${failures.join(", ")}`, ...failed].join("\n"));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** What the chosen steps lack; ends the run where that is required. */
async function findMissing(): Promise<Map<Need, string>> {
  try {
    if (chosen.length === 0)
      throw new Error(`No step is named "${options.only}": ${steps.map(({ name }) => name).join(", ")}.`);
    const required = requiredNeeds();
    const found = await missingNeeds(chosen.flatMap(({ needs }) => needs?.of ?? []));
    for (const need of required)
      if (found.has(need)) throw new Error(`${need} is required: ${found.get(need)}`);
    return found;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log("\n0 passed, 1 failed, 0 skipped");
    process.exit(1);
  }
}

function run({ command, report }: Step): Promise<number> {
  const env = {
    ...process.env,
    VESTIBULE_REACHED: reached,
    NODE_COMPILE_CACHE: compiled,
    ...(report && { PLAYWRIGHT_JSON_OUTPUT_FILE: report.file }),
  };
  const child = spawn(command, { shell: true, stdio: "inherit", env });
  return new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
}

function countOfPlaywright({ stats }: PlaywrightReport): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** The failed tests of a step, a line each: nobody finds them among thousands. */
async function failedOf({ report }: Step): Promise<string[]> {
  const tests = report === undefined ? [] : await readReport(report.file).catch(() => []);
  return tests.flatMap(({ file, fullTitle, failure }) =>
    failure === undefined ? [] : [`  ${file}  ${fullTitle}: ${failure}`],
  );
}

async function countsOf(step: Step, code: number): Promise<Counts> {
  const alone = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (step.report === undefined) return alone;
  try {
    const counts = step.report.count(JSON.parse(await readFile(step.report.file, "utf8")) as never);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return alone;
  }
}
