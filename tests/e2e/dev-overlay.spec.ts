import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

const port = Number(process.env.TEST_PORT ?? 5510) + 10;
const origin = `http://localhost:${port}`;
const project = join(import.meta.dirname, "../..");
// Within the project, so that its packages are found from there.
const workspace = join(project, `data/dev-${port}`);
let server: ChildProcess;

test.beforeAll(async () => {
  await rm(workspace, { recursive: true, force: true });
  await mkdir(workspace, { recursive: true });
  const left = ["node_modules", "data", "build", "test-results", ".git"];
  for (const part of await readdir(project)) {
    if (!left.includes(part)) await cp(join(project, part), join(workspace, part), { recursive: true });
  }
});

test.afterAll(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  await rm(workspace, { recursive: true, force: true });
});

/** Replaces a text of a file; gives back how to undo it, and the line where it stood. */
async function edit(
  file: string,
  old: string,
  now: string,
): Promise<{ undo(): Promise<void>; line: number }> {
  const path = join(workspace, file);
  const text = await readFile(path, "utf8");
  expect(text).toContain(old);
  await writeFile(
    path,
    text.replace(old, () => now),
  );
  return { undo: () => writeFile(path, text), line: text.slice(0, text.indexOf(old)).split("\n").length };
}

const overlay = (page: Page) => page.locator("vite-error-overlay");
const heading = (page: Page) => page.getByRole("heading", { name: "Sign in", exact: true });

test("what is wrong with a data file shows in the page, which stays as it was, until it is mended", async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await test.step("at the start, before there is a page", async () => {
    const { undo, line } = await edit("screens.config.json", `"form": "login"`, `"form": "logn"`);
    server = spawn(process.execPath, ["scripts/demo.ts", "--dev", "--port", String(port)], {
      cwd: workspace,
      stdio: "inherit",
    });
    await expect
      .poll(() =>
        page.goto(`${origin}/account/login`).then(
          (answer) => answer?.status(),
          () => 0,
        ),
      )
      .toBe(503);
    const finding = `screens.config.json:${line}:15 There is no form "logn" in schemas/forms/. Did you mean "login"? (docs/rules.md#known-form)`;
    await expect(page.getByRole("listitem").first()).toHaveText(finding);
    await undo();
    await expect(heading(page)).toBeVisible({ timeout: 60_000 });
  });

  await page.getByRole("textbox", { name: "User name" }).fill("robin");
  for (const [file, old, now, message] of [
    ["screens.config.json", `"form": "login"`, `"form": "logn"`, "There is no form"],
    ["screens.config.json", `"form": "login"`, `"form": "login",,`, "This is no JSON"],
    ["schemas/forms/login.json", `"widget": "password"`, `"widget": "pasword"`, "must be"],
    ["partners/default/partner.json", `"#1f4e79"`, `"blue"`, "does not look as it must"],
  ] as const) {
    await test.step(`${file}: ${now}`, async () => {
      const start = performance.now();
      const { undo, line } = await edit(file, old, now);
      await expect(overlay(page)).toContainText(message);
      console.log(`${file}: shown after ${Math.round(performance.now() - start)} ms`);
      await expect(overlay(page)).toContainText(`${file}:${line}:`);
      await expect(page.getByRole("textbox", { name: "User name" })).toHaveValue("robin");
      const other = await context.newPage();
      await other.goto(`${origin}/account/login`);
      await expect(heading(other)).toBeVisible();
      await expect(overlay(other)).toContainText(message);
      await other.close();
      await undo();
      await expect(overlay(page)).toHaveCount(0);
      await expect(heading(page)).toBeVisible();
      await page.getByRole("textbox", { name: "User name" }).fill("robin");
    });
  }

  await test.step("a text that is missing falls back, and is told", async () => {
    const { undo } = await edit("locales/de.json", `"skipToContent"`, `"skipToKontent"`);
    await expect(overlay(page)).toContainText("shell.skipToContent");
    await undo();
    await expect(overlay(page)).toHaveCount(0);
  });

  await test.step("a change that is good shows at once", async () => {
    const passkey = page.getByRole("link", { name: "Use a passkey or security key" });
    await expect(passkey).toBeVisible();
    const link = (more: string) =>
      `{ "to": "loginSecure", "wayIn": "secureCredential", "when": { "view.secure": true${more} } }`;
    await edit("screens.config.json", link(""), link(', "view.signedIn": true'));
    await expect(passkey).toHaveCount(0);
    await expect(overlay(page)).toHaveCount(0);
  });
});
