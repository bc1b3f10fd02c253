import { checkConfig } from "../src/config/check-config.ts";
import { formatFinding } from "../src/config/finding.ts";
import { readSources } from "../src/config/sources.ts";

/** `npm run check`: proves every data file; prints what is wrong like a compiler. */
const started = performance.now();
const files = { clientsFile: "clients.config.json", vendorsFile: "vendors.config.json" };
const sources = await readSources(process.cwd(), files);
const { findings, workspace } = checkConfig(sources);
const milliseconds = Math.round(performance.now() - started);

for (const finding of findings) console.error(formatFinding(finding));
if (workspace === undefined || findings.length > 0) {
  const files = new Set(findings.map(({ file }) => file)).size;
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  console.error(`${count} in ${files} of ${sources.texts.size} files, ${milliseconds} ms`);
  process.exitCode = 1;
} else {
  const { screens, calls, forms, partners, locales } = workspace;
  const counts = [
    `${Object.keys(screens.value.screens).length} screens`,
    `${calls.size} calls`,
    `${forms.size} forms`,
    `${partners.size} partners`,
    `${locales.size} languages`,
  ];
  console.log(`All is well: ${counts.join(", ")}; ${milliseconds} ms`);
}
