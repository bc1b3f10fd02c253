import { readFile, writeFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { generateFiles } from "../src/config/generate/generate.ts";
import { tableFile, tableText } from "../tests/security/table.ts";
import { readOptions } from "./read-options.ts";

const usage = `npm run generate [<path>] [-- --check]
  Writes all that is made from the data files, and the table of what is proven; with --check it only tells what would
  change. The start of a path writes only what begins with it: npm run map is docs/map.`;

const root = process.cwd();
const {
  positionals: [wanted = ""],
  values: { check },
} = readOptions(usage, { allowPositionals: true, options: { check: { type: "boolean", default: false } } });
const stale: string[] = [];

for (const [path, text] of [...(await generateFiles(root)), [tableFile, tableText()] as const]) {
  if (!relative(root, path).replaceAll(sep, "/").startsWith(wanted)) continue;
  const old = await readFile(path, "utf8").catch(() => "");
  if (old === text) continue;
  stale.push(relative(root, path));
  if (!check) await writeFile(path, text);
}
if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run: npm run generate`);
  process.exitCode = 1;
} else {
  console.log(stale.length > 0 ? `Wrote ${stale.join(", ")}` : "Generated files are up to date");
}
