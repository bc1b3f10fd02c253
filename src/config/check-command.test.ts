import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dataFilesForTest } from "../../tests/support/data-files-for-test.ts";

const run = (cwd: string, ...options: string[]) =>
  promisify(execFile)(process.execPath, [join(process.cwd(), "scripts/check.ts"), ...options], { cwd });

test("the check says in one line that all is well", async () => {
  const { stdout, stderr } = await run(process.cwd());
  expect(stderr).toBe("");
  expect(stdout).toMatch(
    /^All is well: \d+ screens, \d+ calls, \d+ forms, \d+ partners, \d+ languages; journey: \d+ states, \d+ ways; \d+ ms\n$/,
  );
});

test("the check prints each finding like a compiler and fails", async () => {
  const root = await dataFilesForTest();
  const file = join(root, "screens.config.json");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"form": "login"', '"form": "logn"'));
  const line = text.slice(0, text.indexOf('"form": "login"')).split("\n").length;
  await expect(run(root)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `^screens\\.config\\.json:${line}:15  There is no form "logn" in schemas/forms/\\. Did you mean "login"\\?  \\(docs/rules\\.md#known-form\\)\n1 finding in 1 of \\d+ files, \\d+ ms\n$`,
      ),
    ),
  });
});

test("with --fix it mends what needs no judgement, says what, and leaves the rest", async () => {
  const root = await dataFilesForTest();
  const file = join(root, "locales/de.json");
  const text = await readFile(file, "utf8");
  const reload = /^ {4}"reload": .*\n/m;
  await writeFile(file, text.replace(reload, ""));
  await expect(run(root)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^1 finding in 1 of .*\nnpm run check -- --fix mends 1 of them\n$/m),
  });
  const { stdout } = await run(root, "--fix");
  const line = text.slice(0, text.search(reload)).split("\n").length;
  expect(stdout.split("\n")).toEqual([
    `locales/de.json:${line}  "shell.reload" copied from en-GB and marked as untranslated`,
    expect.stringMatching(
      /^locales\/de\.json:\d+ {2}1 text waits for translation; people of default, northwind see English there$/,
    ),
    expect.stringMatching(/^All is well/),
    "",
  ]);
  const mended = await readFile(file, "utf8");
  await run(root, "--fix");
  expect(await readFile(file, "utf8")).toBe(mended);
});

test("the demo's applications and those that the settings name are checked too", async () => {
  const root = await dataFilesForTest();
  const wrong = JSON.stringify({
    $schema: "./schemas/config/clients.schema.json",
    clients: { a: { name: "A", redirectUris: ["https://a.example"], partnerId: "nobody" } },
  });
  await writeFile(join(root, "own.clients.json"), wrong);
  await mkdir(join(root, "src/server/demo"), { recursive: true });
  await writeFile(join(root, "src/server/demo/vendors.config.json"), "{}");
  const environment = { ...process.env, VESTIBULE_CLIENTS_FILE: "own.clients.json" };
  const checked = promisify(execFile)(process.execPath, [join(process.cwd(), "scripts/check.ts")], {
    cwd: root,
    env: environment,
  });
  await expect(checked).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /^own\.clients\.json:1:.* There is no partner "nobody" .*\nsrc\/server\/demo\/clients\.config\.json:1:1 {2}This file is missing\..*\nsrc\/server\/demo\/vendors\.config\.json:1:1 {2}"vendors" is missing\./,
    ),
  });
});

test("a form that no screen shows is told, although all is well", async () => {
  const root = await dataFilesForTest();
  await cp(join(root, "schemas/forms/recover.json"), join(root, "schemas/forms/recover2.json"));
  for (const language of await readdir(join(root, "locales"))) {
    const file = join(root, "locales", language);
    const locale = JSON.parse(await readFile(file, "utf8"));
    if (locale.forms === undefined) continue;
    const forms = Object.entries(locale.forms).flatMap(([name, texts]) =>
      name === "recover"
        ? [
            [name, texts],
            ["recover2", texts],
          ]
        : [[name, texts]],
    );
    await writeFile(file, JSON.stringify({ ...locale, forms: Object.fromEntries(forms) }));
  }
  expect((await run(root)).stdout).toMatch(
    /^schemas\/forms\/recover2\.json:1 {2}no screen shows this form\nAll is well/,
  );
});

test("a partner may offer a provider that any of the checked files has", async () => {
  const root = await dataFilesForTest();
  const file = join(root, "partners/northwind/partner.json");
  const own = { name: "Fabrikam", issuer: "https://login.fabrikam.example", clientId: "vestibule" };
  const vendors = { $schema: "./schemas/config/vendors.schema.json", vendors: { fabrikam: own } };
  await writeFile(join(root, "own.vendors.json"), JSON.stringify(vendors));
  const checkWith = async (provider: string) => {
    const partner = JSON.parse(await readFile("partners/northwind/partner.json", "utf8"));
    await writeFile(file, JSON.stringify({ ...partner, signIn: { providers: [provider] } }));
    return promisify(execFile)(process.execPath, [join(process.cwd(), "scripts/check.ts")], {
      cwd: root,
      env: { ...process.env, VESTIBULE_VENDORS_FILE: "own.vendors.json" },
    });
  };
  expect((await checkWith("fabrikam")).stdout).toMatch(/^All is well/);
  await expect(checkWith("fabricam")).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /^partners\/northwind\/partner\.json:1:\d+ {2}There is no provider "fabricam" in vendors\.config\.json or own\.vendors\.json\. Did you mean "fabrikam"\? /,
    ),
  });
});

test("an option that is not known is told in a line", async () => {
  for (const script of ["check", "diff", "generate", "demo", "test"]) {
    const told = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, "--fxi"]);
    await expect(told).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown option '--fxi'.*\n$/),
    });
  }
});
