import { exec } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dataFilesForTest } from "../support/data-files-for-test.ts";

/** A recipe of the guide: its steps are sentences in a few fixed forms, so that a test can do what they say. */
interface Recipe {
  title: string;
  lines: string[];
  steps: string[];
}

interface Work {
  root: string;
  /** The file that was opened last. */
  file: string;
  text: string;
  /** The line that was pasted last. */
  pasted: string;
}

const guide = await readFile("docs/staff.md", "utf8");
const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> };
const run = promisify(exec);

const recipes = guide
  .split(/^## /m)
  .slice(1)
  .map((section): Recipe => {
    const [title = "", ...lines] = section.trim().split("\n");
    const written = lines.filter((line) => line !== "");
    return { title, lines: written, steps: written.filter((line) => /^\d\. /.test(line)) };
  });

const tried = recipes.filter(({ title, steps }) => steps.length > 0 && title !== "Before you begin");

/** What a step can ask for. Each does it, or fails where the files are not as the guide says. */
const deeds: [RegExp, (work: Work, ...parts: string[]) => Promise<void> | void][] = [
  [
    /Open `([^`]+)`/,
    async (work, file) => {
      work.file = join(work.root, file ?? "");
      work.text = await readFile(work.file, "utf8");
    },
  ],
  [
    /Make a new file `([^`]+)` and write `([^`]+)` into it/,
    async (work, file = "", text = "") => {
      work.file = join(work.root, file);
      work.text = text;
      await mkdir(dirname(work.file), { recursive: true });
      await writeFile(work.file, text, { flag: "wx" });
    },
  ],
  [
    /find `([^`]+)` and write (?:[^`]*, such as )?`([^`]+)`,? in its place/,
    (work, from = "", to = "") => {
      expect(work.text.split(from), `${from} stands once in ${work.file}`).toHaveLength(2);
      work.text = work.text.replace(from, () => to);
    },
  ],
  [
    /Cut the line of `([^`]+)` and paste it above the line of `([^`]+)`/,
    (work, moved = "", target = "") => {
      const cut = lineWith(work, moved);
      const lines = work.text.split("\n").filter((line) => line !== cut);
      work.text = lines.toSpliced(lines.indexOf(lineWith(work, target)), 0, cut).join("\n");
      work.pasted = cut;
    },
  ],
  [
    /Add a comma at its end, and take the comma from the line of `([^`]+)`/,
    (work, last = "") => {
      const line = lineWith(work, last);
      expect(line.endsWith(",")).toBe(true);
      work.text = work.text.replace(work.pasted, `${work.pasted},`).replace(line, line.slice(0, -1));
    },
  ],
  [
    /Run `npm run (\w+)(?: -- | )?([^`]*)`[^`]*`([^`]+)`/,
    async (work, name = "", options = "", says = "") => {
      const script = scripts[name] ?? "";
      const { stdout } = await run(
        `${script.replaceAll(/(\.?\/?scripts\/)/g, `${process.cwd()}/scripts/`)} ${options}`,
        {
          cwd: work.root,
        },
      );
      expect(stdout).toContain(says);
    },
  ],
  // Done with other things than the files.
  [/^\d\. (Put|Register|Give) /, () => {}],
];

test.each(tried)("$title, followed word by word, leaves all well", async ({ steps }) => {
  const work: Work = { root: await dataFilesForTest(), file: "", text: "", pasted: "" };
  // The check reads there which texts and panels the program knows.
  await symlink(join(process.cwd(), "src"), join(work.root, "src"));
  const git = (command: string) =>
    run(`git -c user.name=x -c user.email=x@example.com ${command}`, { cwd: work.root });
  await git("init -q");
  await git("add .");
  await git("commit -qm before");
  for (const step of steps) {
    const asked = deeds.filter(([form]) => form.test(step));
    expect(asked.length, `is understood: ${step}`).toBeGreaterThan(0);
    for (const [form, deed] of asked) await deed(work, ...(form.exec(step) ?? []).slice(1));
    if (work.file !== "" && !step.includes("Run `")) await writeFile(work.file, work.text);
  }
  expect((await git("status --short")).stdout).not.toBe("");
  const [, takeBack = ""] = /`git (stash [^`]+)` takes back/.exec(guide) ?? [];
  await git(takeBack);
  expect((await git("status --short")).stdout).toBe("");
});

test("each recipe has ten lines at most", () => {
  expect(recipes.filter(({ lines }) => lines.length > 10).map(({ title }) => title)).toEqual([]);
});

test("every recipe that staff need is there", () => {
  expect(tried.map(({ title }) => title)).toEqual([
    "Change a text",
    "Change a text for one partner",
    "Move a field",
    "Add a link",
    "Add a partner",
    "Name the privacy notice and the imprint",
    "Leave out a way to sign in",
    "Change the rules for passwords",
    "Ask for Google's captcha",
    "Add a language",
    "Add a screen",
    "Add an application",
    "Add a provider to sign in with",
  ]);
});

test("a command that the guide names beside its steps exists", () => {
  const named = [...guide.matchAll(/`npm run (\w+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

function lineWith({ text }: Work, part: string): string {
  const found = text.split("\n").filter((line) => line.includes(part));
  expect(found, `one line has ${part}`).toHaveLength(1);
  return found[0] ?? "";
}
