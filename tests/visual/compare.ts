import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { checkOut } from "../../scripts/check-out.ts";
import { answerHelp } from "../../scripts/read-options.ts";

const usage = `npm run test:visual [-- <commit>] [<option of playwright test> ...]
  Draws cells of the gallery by that commit, else the last one, and by the files as they are, in the same browser with the
  same fonts, and fails where they differ. The report shows each pair with what differs between them.
  VISUAL_CELLS=all draws every cell, not only one of each screen, step and mail.`;

answerHelp(usage, {});
const root = join(import.meta.dirname, "../..");
const given = process.argv.slice(2);
const [commit, others] = given[0]?.startsWith("-") ? ["HEAD", given] : [given[0] ?? "HEAD", given.slice(1)];
const folder = join(root, "data/visual");
const before = join(folder, "before");

try {
  await rm(folder, { recursive: true, force: true });
  console.log(`Drawing commit ${await checkOut(root, commit, before)}`);
  const taken = run({ VISUAL_ROOT: before }, ["--update-snapshots=all"]);
  if (taken === 0) console.log("\nDrawing the files as they are, and comparing");
  process.exitCode = taken === 0 ? run({}, ["--update-snapshots=none"]) : taken;
  console.log("\nThe report: npx playwright show-report test-results/visual-report");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function run(environment: Record<string, string>, flags: string[]): number {
  const config = ["test", "--config", "tests/visual/playwright.config.ts"];
  const words = [join(root, "node_modules/@playwright/test/cli.js"), ...config, ...flags, ...others];
  const env = { ...process.env, ...environment, VISUAL_PICTURES: join(folder, "pictures") };
  return spawnSync(process.execPath, words, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}
