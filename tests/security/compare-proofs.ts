import { readReport, type TestResult } from "../support/reports.ts";
import { faults } from "./faults.ts";
import { listTests } from "./list-tests.ts";
import type { Requirement } from "./requirement.ts";
import { requirements } from "./requirements.ts";

/**
 * The last step of `npm test` and of `npm run test:faults`: a requirement whose proof is missing, failed or was left out
 * fails the run. With `--names`, one of the first steps after the build: no test runs, and each that is named has to be there, under that name.
 *
 * usage: node tests/security/compare-proofs.ts --names | <report of a runner>...
 */
const all = [...requirements, ...faults];
const reports = process.argv.slice(2);
const namesAlone = reports[0] === "--names";
const results = namesAlone
  ? await listTests([...new Set(all.flatMap(({ provenBy = {} }) => Object.keys(provenBy)))])
  : (await Promise.all(reports.map(readReport))).flat();
const isOfFaults = (file: string): boolean => file.startsWith("tests/faults/");
// Each of the two runs answers for its own tests.
const ofThisRun = (file: string): boolean =>
  namesAlone || isOfFaults(file) === results.some((test) => isOfFaults(test.file));

// One file that cannot be loaded may keep a runner from listing any: it alone is told.
const unloaded = namesAlone ? results.filter(({ failure }) => failure !== undefined) : [];

const problems =
  unloaded.length > 0
    ? unloaded.map(({ file, fullTitle, failure }) => `${file} ${fullTitle}: ${failure}`)
    : [...repeated(all.map(({ id }) => id)).map((id) => `${id} stands twice`), ...all.flatMap(wrongWith)];

for (const problem of problems) console.error(problem);
const open = all.filter((one) => one.open !== undefined);
const left = open.length === 0 ? "" : `; open: ${open.map(({ id }) => id).join(", ")}`;
const proven = `${all.length - open.length} of ${all.length} requirements and faults${left}`;
const shown = namesAlone ? "Every test that is named is there" : `Proven by tests that passed: ${proven}`;
console.log(
  problems.length === 0
    ? shown
    : `${problems.length} ${unloaded.length > 0 ? "files cannot be loaded" : "proofs are missing"}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function wrongWith({ id, provenBy = {}, doesNotApply, open: lack }: Requirement): string[] {
  const proofs = Object.entries(provenBy).flatMap(([file, titles]) =>
    titles.map((title) => ({ file, title })),
  );
  if (proofs.length === 0 && doesNotApply === undefined && lack === undefined)
    return [`${id} has no proof and no reason to have none`];
  return proofs
    .filter(({ file }) => ofThisRun(file))
    .flatMap(({ file, title }) => {
      const found = results.filter((test) => test.file === file && isNamed(test, title));
      if (found.length === 0) return [`${id}: there is no test "${title}" in ${file}`];
      const failed = namesAlone ? [] : found.filter((test) => !test.passed);
      return failed.map((test) => `${id}: did not pass: "${test.fullTitle}" in ${file}`);
    });
}

function isNamed({ fullTitle }: TestResult, title: string): boolean {
  const parts = title.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(^|\\s)${parts.join("[^]*")}$`).test(fullTitle);
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
