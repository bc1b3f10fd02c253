import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reached } from "../support/reached.ts";
import { readReport } from "../support/reports.ts";
import { addressParameters, calls, constants, messages, otherPaths, routes } from "./specification.ts";

/**
 * The last step of `npm test`: whatever the specification names and no test reached in the running product fails it.
 * Reads the notes of the tests (tests/support/reached.ts) and the reports of both runners.
 *
 * usage: node tests/specification/compare-reached.ts <notes> <vitest report> <browser report>
 */
const [notes = "", vitestReport = "", browserReport = ""] = process.argv.slice(2);
const reached = new Set<string>();
for (const file of await readdir(notes)) {
  for (const line of (await readFile(join(notes, file), "utf8")).split("\n")) reached.add(line);
}
const results = [...(await readReport(vitestReport)), ...(await readReport(browserReport))];
const passed = new Set(results.filter((test) => test.passed).map(({ title }) => title));

const missing = [
  ...notReached("route", Object.keys(routes)),
  ...notReached("parameter", addressParameters),
  ...notReached("call", Object.keys(calls)),
  ...notReached(
    "query",
    Object.entries(calls).flatMap(([name, { query }]) => query.map((q) => `${name} ${q}`)),
  ),
  ...notReached("path", otherPaths),
  ...notReached("message", messages),
  ...constants
    .filter(({ provenBy }) => !passed.has(provenBy))
    .map(({ name, provenBy }) => `constant "${name}": no passed test "${provenBy}"`),
];
for (const line of missing) console.error(`No test reached ${line}`);
console.log(
  missing.length === 0
    ? `Everything that the specification names was reached: ${Object.keys(routes).length} routes, ${Object.keys(calls).length} calls, ${messages.length} messages, ${constants.length} constants`
    : `${missing.length} things that the specification names were not reached`,
);
process.exitCode = missing.length === 0 ? 0 : 1;

function notReached(kind: Reached, names: readonly string[]): string[] {
  return names.filter((name) => !reached.has(`${kind} ${name}`)).map((name) => `${kind} ${name}`);
}
