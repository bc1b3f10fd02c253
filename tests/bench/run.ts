import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { answerHelp } from "../../scripts/read-options.ts";
import type { Part } from "./part.ts";
import { toTable } from "./part.ts";
import { toPlot } from "./plot.ts";

const parts = [
  "page",
  "peers",
  "peer-servers",
  "start",
  "check",
  "sign-in",
  "views",
  "connect",
  "customers",
  "processes",
  "memory",
] as const;

const usage = `npm run bench [-- <part> ...]
  Measures, prints, and keeps the figures in tests/bench/README.md; parts that are not measured keep those that stand there.
  Run npm run build before, on a machine that does nothing else. The parts: ${parts.join(", ")}.`;

answerHelp(usage, {});
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; there are: ${parts.join(", ")}`);
  process.exit(1);
}

const file = join(import.meta.dirname, "README.md");
const [{ model = "an unknown processor" } = {}] = cpus();
const machine = `${cpus().length} cores, ${model.trim()}, Node ${process.versions.node}`;

const failed: string[] = [];
for (const name of wanted.length > 0 ? parts.filter((part) => wanted.includes(part)) : parts) {
  // The whole takes an hour: what comes after one that fails is measured all the same.
  await keepFigures(name).catch((error) => {
    console.error(error);
    failed.push(name);
  });
}
if (failed.length > 0) {
  console.error(`Not measured: ${failed.join(", ")}`);
  process.exitCode = 1;
}

/** Measures a part and writes what it gives into the file. */
async function keepFigures(name: (typeof parts)[number]): Promise<void> {
  const { part } = (await import(`./${name}.ts`)) as { part: Part };
  const figures = await part.measure();
  const plot = toPlot(`${part.title}: what they cost as there are more`, figures);
  if (plot !== undefined) await writeFile(join(import.meta.dirname, `${name}.svg`), plot);
  const shown = `${toTable(figures)}\n${plot === undefined ? "" : `\n![The same as a plot](${name}.svg)\n`}`;
  const section = `## ${part.title}\n\n\`npm run bench -- ${name}\`, ${machine}. ${part.how}\n\n${shown}`;
  console.log(section);
  await writeFile(file, withSection(await readFile(file, "utf8"), `## ${part.title}\n`, section));
}

/** The text with a section in place of the one that has the same heading, else at the end. */
function withSection(text: string, heading: string, section: string): string {
  const start = text.indexOf(heading);
  if (start === -1) return `${text.trimEnd()}\n\n${section}`;
  const next = text.indexOf("\n## ", start + heading.length);
  return `${text.slice(0, start)}${section}${next === -1 ? "" : text.slice(next)}`;
}
