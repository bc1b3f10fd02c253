import { makeNew, planners } from "../src/config/new/make-new.ts";
import { Refusal } from "../src/config/new/plan.ts";
import { ownFiles, readSources } from "../src/config/read/sources.ts";
import { answerHelp } from "./read-options.ts";
import { writeFiles } from "./write-files.ts";

const usage = `npm run new screen <name> [<form>]   a page that the home page leads to, with a message or a form
npm run new form <name> <Call>       a form with every field that the call takes
npm run new language <tag>           a language such as it or pt-BR, to be translated
npm run new partner <name>           a partner with a logo to begin with
  Makes all files, entries and texts of a new thing, so that npm run check is well right after. It overwrites nothing,
  says what it made and where, and what to do next. To take it back: git status shows what is new.`;

answerHelp(usage, {});
const root = process.cwd();
const [kind, name, ...rest] = process.argv.slice(2);
const planner = Object.hasOwn(planners, kind ?? "") ? planners[kind ?? ""] : undefined;

try {
  if (planner === undefined || name === undefined) {
    console.log(usage);
    process.exitCode = kind === undefined ? 0 : 1;
  } else {
    const { texts, places, next } = makeNew(await readSources(root, ownFiles), planner, name, rest);
    await writeFiles(root, texts);
    for (const { file, line, does } of places) console.log(`${file}:${line}  ${does}`);
    console.log(`\nNext:\n${next.map((step, index) => `${index + 1}. ${step}`).join("\n")}`);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
