import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writeFiles } from "../../../scripts/write-files.ts";
import { dataFilesForTest } from "../../../tests/support/data-files-for-test.ts";

const run = (cwd: string, script: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [join(process.cwd(), `scripts/${script}.ts`), ...options], { cwd });

test("without a name it explains itself in ten lines", async () => {
  const { stdout } = await run(process.cwd(), "new");
  expect(stdout.trim().split("\n").length).toBeLessThanOrEqual(10);
  for (const kind of ["screen", "form", "language", "partner"])
    expect(stdout).toContain(`npm run new ${kind} `);
});

test("it writes what it says, and the check is well right after", async () => {
  const root = await dataFilesForTest();
  const { stdout } = await run(root, "new", "partner", "blue-harbour");
  expect(stdout).toMatch(/^partners\/blue-harbour\/partner\.json:1 {2}the partner "Blue Harbour"\n/);
  expect(stdout.split("Next:\n")[1]?.trim().split("\n")).toHaveLength(3);
  expect(await readdir(join(root, "partners/blue-harbour"))).toEqual([
    "icon.svg",
    "logo.svg",
    "partner.json",
  ]);
  expect((await run(root, "check")).stdout).toContain("4 partners");
});

test("what it refuses leaves everything as it is", async () => {
  const root = await dataFilesForTest();
  const before = await readdir(root, { recursive: true });
  await expect(run(root, "new", "partner", "default")).rejects.toMatchObject({
    code: 1,
    stderr: 'There is a partner "default" already: partners/default/\n',
  });
  expect(await readdir(root, { recursive: true })).toEqual(before);
});

test("where one file cannot be written, none is", async () => {
  const root = await dataFilesForTest();
  const before = await readFile(join(root, "locales/de.json"), "utf8");
  await mkdir(join(root, "taken.json"));
  const texts = new Map([
    ["locales/de.json", "{}"],
    ["new/deep/file.json", "{}"],
    ["taken.json", "{}"],
  ]);
  await expect(writeFiles(root, texts)).rejects.toThrow("EISDIR");
  expect(await readFile(join(root, "locales/de.json"), "utf8")).toBe(before);
  expect(await readdir(root)).not.toContain("new");
});
