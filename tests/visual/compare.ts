import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm run test:visual -- <commit>`: draws cells of the gallery by that commit and by the files as they are, in the same
 * browser with the same fonts, and fails where they differ. The report shows each pair with what differs between them.
 */
const root = join(import.meta.dirname, "../..");
const [commit = "HEAD", ...others] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "vestibule-visual-"));
const before = join(folder, "before");
const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });

try {
  git("worktree", "add", "--detach", before, commit);
  await symlink(join(root, "node_modules"), join(before, "node_modules"));
  const pictures = { VISUAL_PICTURES: join(folder, "pictures") };
  const taken = run({ ...pictures, VISUAL_ROOT: before }, ["--update-snapshots=all"]);
  process.exitCode = taken === 0 ? run(pictures, ["--update-snapshots=none"]) : taken;
  console.log(`\nThe report: npx playwright show-report test-results/visual-report`);
} finally {
  git("worktree", "remove", "--force", before);
  await rm(folder, { recursive: true, force: true });
}

function run(environment: Record<string, string>, flags: string[]): number {
  const config = ["test", "--config", "tests/visual/playwright.config.ts"];
  const words = [join(root, "node_modules/@playwright/test/cli.js"), ...config, ...flags, ...others];
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, words, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}
