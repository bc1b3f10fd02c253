import { parseArgs } from "node:util";
import { checkConfig } from "../src/config/check-config.ts";
import { formatFinding } from "../src/config/finding.ts";
import { fixSources } from "../src/config/fix-sources.ts";
import { readSources, type Sources } from "../src/config/sources.ts";
import { waitingTexts } from "../src/config/text-fixes.ts";
import { writeFiles } from "./write-files.ts";

/** `npm run check`: proves every data file; prints what is wrong like a compiler. `--fix` mends before what needs no judgement. */
const flags = readFlags();
const started = performance.now();
const files = { clientsFile: "clients.config.json", vendorsFile: "vendors.config.json" };
const read = await readSources(process.cwd(), files);
const sources = flags.fix ? await fix(read) : read;
const { findings, workspace, journey } = checkConfig(sources);
const milliseconds = Math.round(performance.now() - started);

for (const finding of findings) console.error(formatFinding(finding));
if (workspace === undefined || findings.length > 0) {
  const files = new Set(findings.map(({ file }) => file)).size;
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  console.error(`${count} in ${files} of ${sources.texts.size} files, ${milliseconds} ms`);
  const mendable = findings.filter((finding) => finding.fix !== undefined).length;
  if (mendable > 0) console.error(`npm run check -- --fix mends ${mendable} of them`);
  process.exitCode = 1;
} else {
  const { screens, calls, forms, partners, locales } = workspace;
  for (const { file, line, count } of [...locales.values()].flatMap(waitingTexts)) {
    console.log(`${file}:${line}  ${count === 1 ? "1 text waits" : `${count} texts wait`} for translation`);
  }
  const counts = [
    `${Object.keys(screens.value.screens).length} screens`,
    `${calls.size} calls`,
    `${forms.size} forms`,
    `${partners.size} partners`,
    `${locales.size} languages`,
  ];
  const proven = journey === undefined ? "" : `; journey: ${journey.states} states, ${journey.ways} ways`;
  console.log(`All is well: ${counts.join(", ")}${proven}; ${milliseconds} ms`);
}

function readFlags() {
  try {
    return parseArgs({ options: { fix: { type: "boolean", default: false } } }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function fix(sources: Sources): Promise<Sources> {
  const { sources: fixed, mended } = fixSources(sources);
  const changed = [...fixed.texts].filter(([file, text]) => sources.texts.get(file) !== text);
  await writeFiles(process.cwd(), new Map(changed));
  for (const { file, line, does } of mended) console.log(`${file}:${line}  ${does}`);
  return fixed;
}
