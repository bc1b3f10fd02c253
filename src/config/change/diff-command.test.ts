import { execFile } from "node:child_process";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dataFilesForTest } from "../../../tests/support/data-files-for-test.ts";

const run = promisify(execFile);
const diff = (cwd: string, ref: string) =>
  run(process.execPath, [join(process.cwd(), "scripts/diff.ts"), ref, "--words"], { cwd });

/** A repository of its own with the data files as its only commit. */
async function repository(): Promise<string> {
  const root = await dataFilesForTest();
  const git = (...options: string[]) =>
    run("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...options], { cwd: root });
  await writeFile(join(root, ".gitignore"), "data/\n");
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "First");
  return root;
}

test("the command tells what the files change since a commit, and writes the report", async () => {
  const root = await repository();
  const file = join(root, "screens.config.json");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(`"links": ["recover", "home"]`, `"links": ["home"]`));
  await appendFile(join(root, "partners/northwind/logo.png"), "\0");
  const { stdout } = await diff(root, "HEAD");
  expect(stdout).toBe(`Screen changePassword: link "recover" was removed
Partner northwind: image logo.png was changed\n\nReport: data/diff/index.html\n`);
  const report = await readFile(join(root, "data/diff/index.html"), "utf8");
  const line = text.slice(0, text.indexOf(`"links": ["recover", "home"]`)).split("\n").length;
  expect(report).toContain("<li>link &quot;recover&quot; was removed");
  expect(report).toContain(`>screens.config.json:${line}</a>`);
  const { stdout: status } = await run("git", ["status", "--porcelain"], { cwd: root });
  expect(status).toBe(" M partners/northwind/logo.png\n M screens.config.json\n");
});

test("a commit that git does not know is told", async () => {
  await expect(diff(await repository(), "nowhere")).rejects.toMatchObject({
    code: 1,
    stderr: `Git knows no commit named "nowhere".\n`,
  });
});
