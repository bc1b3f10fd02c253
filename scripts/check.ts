import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkApplications, checkConfig } from "../src/config/check-config.ts";
import { formatFinding, sortFindings } from "../src/config/finding.ts";
import { fixSources, mendable } from "../src/config/fix-sources.ts";
import {
  type ConfigFiles,
  demoFiles,
  ownFiles,
  readSources,
  type Sources,
  withApplications,
} from "../src/config/read/sources.ts";
import { waitingTexts } from "../src/config/resolve/text-fixes.ts";
import { unshownForms } from "../src/config/resolve/unshown-forms.ts";
import { counted } from "../src/config/words.ts";
import { readOptions } from "./read-options.ts";
import { writeFiles } from "./write-files.ts";

const usage = `npm run check [-- --fix]
  Proves every data file, and the files of applications and providers of the demo and of the settings; prints what is
  wrong like a compiler, each finding with its rule (docs/rules.md). --fix first mends what needs no judgement.`;

const { values: flags } = readOptions(usage, { options: { fix: { type: "boolean", default: false } } });
const started = performance.now();
const root = process.cwd();
const others = otherFiles();
const read = await readSources(root, ownFiles, { others });
const sources = flags.fix ? await fix(read) : read;
const { findings: ownFindings, workspace, journey } = checkConfig(sources);
const ofOthers = await Promise.all(
  (workspace === undefined ? [] : others).map(
    async (files) => checkApplications(await withApplications(sources, files)).findings,
  ),
);
const findings = sortFindings([...ownFindings, ...ofOthers.flat()]);
const milliseconds = Math.round(performance.now() - started);

for (const finding of findings) console.error(formatFinding(finding));
if (workspace === undefined || findings.length > 0) {
  const files = new Set(findings.map(({ file }) => file)).size;
  console.error(
    `${counted(findings.length, "finding")} in ${files} of ${sources.texts.size} files, ${milliseconds} ms`,
  );
  const ready = mendable(findings).length;
  const held = findings.filter(({ fix: own }) => own !== undefined).length - ready;
  if (ready > 0) console.error(`npm run check -- --fix mends ${ready} of them`);
  if (held > 0) console.error(`${held} of them can be mended once the rest is: texts would be lost`);
  process.exitCode = 1;
} else {
  const { screens, calls, forms, partners, locales } = workspace;
  for (const { file, line, count, partners: offering } of waitingTexts(workspace)) {
    const waits = count === 1 ? "1 text waits" : `${count} texts wait`;
    const offered = offering.length === 0 ? "" : `; people of ${offering.join(", ")} see English there`;
    console.log(`${file}:${line}  ${waits} for translation${offered}`);
  }
  for (const file of unshownForms(workspace)) console.log(`${file}:1  no screen shows this form`);
  const counts = [
    counted(Object.keys(screens.value.screens).length, "screen"),
    counted(calls.size, "call"),
    counted(forms.size, "form"),
    counted(partners.size, "partner"),
    counted(locales.size, "language"),
  ];
  const proven = journey === undefined ? "" : `; journey: ${journey.states} states, ${journey.ways} ways`;
  console.log(`All is well: ${counts.join(", ")}${proven}; ${milliseconds} ms`);
}

/** Other pairs of files: the demo's, and those that the settings name. */
function otherFiles(): ConfigFiles[] {
  const { VESTIBULE_CLIENTS_FILE: clients, VESTIBULE_VENDORS_FILE: vendors } = process.env;
  const named = {
    clientsFile: clients || ownFiles.clientsFile,
    vendorsFile: vendors || ownFiles.vendorsFile,
  };
  const hasDemo = existsSync(join(root, dirname(demoFiles.clientsFile)));
  return [...(clients || vendors ? [named] : []), ...(hasDemo ? [demoFiles] : [])];
}

async function fix(sources: Sources): Promise<Sources> {
  const { sources: fixed, mended } = fixSources(sources);
  const changed = [...fixed.texts].filter(([file, text]) => sources.texts.get(file) !== text);
  await writeFiles(root, new Map(changed));
  for (const { file, line, does } of mended) console.log(`${file}:${line}  ${does}`);
  return fixed;
}
