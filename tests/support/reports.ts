import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** A test of a run, as the report of its runner tells it. */
export interface TestResult {
  /** Path from the root of the repository, with slashes. */
  file: string;
  title: string;
  /** The titles around it and its own, as one sentence. */
  fullTitle: string;
  /** It ran and did what its title says; a test that was left out has not passed. */
  passed: boolean;
  /** What was wrong, in a line; undefined: it passed or was left out. */
  failure?: string;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      title: string;
      ancestorTitles: string[];
      status: string;
      failureMessages?: string[];
    }[];
  }[];
}

interface BrowserReport {
  config: { rootDir: string };
  errors?: { message?: string }[];
  suites: BrowserSuite[];
}

interface BrowserSuite {
  title: string;
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: BrowserTest[] }[];
}

interface BrowserTest {
  status: string;
  results?: { error?: { message?: string } }[];
}

/** The tests of a run by its JSON report, of Vitest or of Playwright. */
export async function readReport(path: string): Promise<TestResult[]> {
  const report: VitestReport | BrowserReport = JSON.parse(await readFile(path, "utf8"));
  if ("testResults" in report) return report.testResults.flatMap(resultsOfFile);
  const { config, suites, errors = [] } = report;
  return [
    ...suites.flatMap((file) => resultsOfSuite(config.rootDir, file, [])),
    ...errors.map(({ message }) => notRun(fromRoot(config.rootDir), message)),
  ];
}

function resultsOfFile(result: VitestReport["testResults"][number]): TestResult[] {
  const { name, status: statusOfFile, message, assertionResults } = result;
  const tests = assertionResults.map(({ title, ancestorTitles, status, failureMessages }) => ({
    file: fromRoot(name),
    title,
    fullTitle: [...ancestorTitles, title].join(" "),
    passed: status === "passed",
    failure: status === "failed" ? firstLine(failureMessages?.[0]) : undefined,
  }));
  const isTold = statusOfFile !== "failed" || tests.some(({ failure }) => failure !== undefined);
  return isTold ? tests : [...tests, notRun(fromRoot(name), message)];
}

/** What went wrong outside of any test, as in a file that cannot be loaded. */
function notRun(file: string, message?: string): TestResult {
  return { file, title: "", fullTitle: "could not be run", passed: false, failure: firstLine(message) };
}

/** `around`: the titles of the groups around the suite; the outermost suite is the file. */
function resultsOfSuite(root: string, suite: BrowserSuite, around: readonly string[]): TestResult[] {
  const own = (suite.specs ?? []).map(({ title, file, tests }) => ({
    file: fromRoot(join(root, file)),
    title,
    fullTitle: [...around, title].join(" "),
    passed: tests.every(({ status }) => status === "expected"),
    failure: tests.map(failureOf).find((failure) => failure !== undefined),
  }));
  const inner = (suite.suites ?? []).flatMap((group) =>
    resultsOfSuite(root, group, [...around, group.title]),
  );
  return [...own, ...inner];
}

function failureOf({ status, results = [] }: BrowserTest): string | undefined {
  if (status !== "unexpected") return undefined;
  return firstLine(results.find(({ error }) => error !== undefined)?.error?.message);
}

function firstLine(message = ""): string {
  return stripVTControlCharacters(message).split("\n", 1)[0] ?? "";
}

function fromRoot(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}
