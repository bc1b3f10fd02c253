import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { changeLines, changesBetween } from "../src/config/change/changes-between.ts";
import { readWorkspace } from "../src/config/read-workspace.ts";
import { checkOut } from "./check-out.ts";
import { diffReport } from "./diff-report.ts";

/**
 * `npm run diff <git-ref>`: what the files as they are change for screens, forms, calls, partners and languages since a
 * commit, in words; the report has them too. Without a commit, since the last one.
 */
const root = process.cwd();
const { positionals } = parseArgs({ allowPositionals: true, options: { words: { type: "boolean" } } });
const ref = positionals[0] ?? "HEAD";
const folder = join(root, "data/diff");
const earlier = join(folder, "before");

try {
  await mkdir(folder, { recursive: true });
  await checkOut(root, ref, earlier);
  const changes = changesBetween(await readWorkspace(earlier), await readWorkspace(root));
  for (const line of changes.flatMap(changeLines)) console.log(line);
  if (changes.length === 0) console.log(`No data file changes what ${ref} has.`);
  const report = join(folder, "index.html");
  await writeFile(report, diffReport(ref, changes));
  console.log(`\nReport: ${relative(root, report)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(earlier, { recursive: true, force: true });
}
