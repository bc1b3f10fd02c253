import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { generateFiles } from "../src/config/generate.ts";

/** `npm run generate`: writes all that is made from schemas/; with `--check` it only tells what would change. */
const root = process.cwd();
const check = process.argv.includes("--check");
const stale: string[] = [];

for (const [path, text] of await generateFiles(root)) {
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
