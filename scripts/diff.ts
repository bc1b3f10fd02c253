import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { changeLines, changesBetween } from "../src/config/change/changes-between.ts";
import { readWorkspace } from "../src/config/read-workspace.ts";
import { startDemo } from "../tests/support/demo-process.ts";
import { checkOut } from "./check-out.ts";
import { type Choice, type ComparedChoice, comparedChoices, compareGalleries } from "./compare-galleries.ts";
import { diffReport } from "./diff-report.ts";
import { readOptions } from "./read-options.ts";

const usage = `npm run diff [<commit>] [-- --words]
  What the files as they are change for screens, forms, calls, partners and languages since a commit, in words; the
  report also shows every cell of the gallery that looks otherwise, before and after. Without a commit, since the last
  one; with --words without pictures, which take a build of both and a minute or more.`;

const root = process.cwd();
const { positionals, values } = readOptions(usage, {
  allowPositionals: true,
  options: { words: { type: "boolean" } },
});
const ref = positionals[0] ?? "HEAD";
const folder = join(root, "data/diff");
const earlier = join(folder, "before");
const ports = { before: 5480, after: 5490 };

try {
  await mkdir(folder, { recursive: true });
  const commit = await checkOut(root, ref, earlier);
  const [before, after] = [await readWorkspace(earlier), await readWorkspace(root)];
  const changes = changesBetween(before, after);
  for (const line of changes.flatMap(changeLines)) console.log(line);
  if (changes.length === 0) console.log(`Nothing that is shown, asked or answered differs from ${ref}.`);
  const compared = values.words ? undefined : await takePictures(comparedChoices(before, after));
  const report = join(folder, "index.html");
  await writeFile(report, diffReport({ ref, commit, root, changes, compared }));
  console.log(`\nReport: ${relative(root, report)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(earlier, { recursive: true, force: true });
}

/** What looks otherwise, as the demos of both show it. Undefined where the commit has no gallery yet. */
async function takePictures(choices: readonly Choice[]): Promise<ComparedChoice[] | undefined> {
  const demos = [await startDemo(ports.before, earlier)];
  try {
    demos.push(await startDemo(ports.after, root));
    const [before = "", after = ""] = demos.map(({ origin }) => origin);
    const compared = await compareGalleries(before, after, choices);
    if (compared === undefined) console.log(`\nNo pictures: ${ref} has no gallery.`);
    for (const { language, partner, changed, of } of compared ?? [])
      console.log(`\nGallery for ${partner} in ${language}: ${changed.length} of ${of} cells changed.`);
    return compared;
  } finally {
    await Promise.all(demos.map(({ stop }) => stop()));
  }
}
