import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Ajv, type AnySchemaObject } from "ajv";
import { describe, expect, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";

const files = globSync([
  "*.config.json",
  "locales/*.json",
  "partners/*/partner.json",
  "partners/*/locales/*.json",
  "schemas/**/*.json",
  "states/*.json",
  "src/generated/*.json",
  "src/server/demo/*.json",
]);
const read = (uri: string) => readFile(fileURLToPath(uri), "utf8");
const load = async (uri: string): Promise<AnySchemaObject> => JSON.parse(await read(uri));
const ajv = new Ajv({ strict: false, loadSchema: load });

// What Visual Studio Code asks.
const editor = getLanguageService({
  schemaRequestService: read,
  workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
});

function open(file: string, text = readFileSync(file, "utf8")) {
  const document = TextDocument.create(pathToFileURL(resolve(file)).href, "json", 1, text);
  return { document, json: editor.parseJSONDocument(document) };
}

/** What the editor offers where a text of a file is replaced by another one, in which `|` is the cursor. */
async function offered(file: string, old: string, typed: string) {
  const text = readFileSync(file, "utf8");
  expect(text, file).toContain(old);
  const at = text.indexOf(old) + typed.indexOf("|");
  const { document, json } = open(
    file,
    text.replace(old, () => typed.replace("|", "")),
  );
  const list = await editor.doComplete(document, document.positionAt(at), json);
  const entries = (list?.items ?? []).map(({ label, documentation }) => [
    label.replace(/^"|"$/g, ""),
    documentation,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

test("the files are found", () => {
  expect(files.length).toBeGreaterThan(100);
});

test.each(files)("%s names its schema and is allowed by it, as any editor resolves it", async (file) => {
  const value = JSON.parse(readFileSync(file, "utf8"));
  const uri = new URL(value.$schema, pathToFileURL(resolve(file))).href;
  const validate = ajv.getSchema(uri) ?? (await ajv.compileAsync({ ...(await load(uri)), $id: uri }));
  validate(value);
  expect(validate.errors).toBeNull();
});

test.each(files.filter((file) => !file.startsWith("src/generated/")))(
  "Visual Studio Code finds nothing wrong in %s",
  async (file) => {
    const { document, json } = open(file);
    const problems = await editor.doValidation(document, json, { schemaValidation: "error" });
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  },
);

describe("an editor completes", () => {
  const screens = "screens.config.json";

  test.each([
    ["screens, steps and the way back", `"go": "#sent"`, `"go": "|"`, ["login", "#sent", "$returnUrl"]],
    ["screens of links", `"links": ["logout"]`, `"links": ["|"]`, ["recover", "home"]],
    ["calls", `"call": "Login"`, `"call": "|"`, ["Login", "LoginView"]],
    ["forms", `"form": "login"`, `"form": "|"`, ["login", "recover"]],
    ["panels", `"panel": "home"`, `"panel": "|"`, ["home", "message"]],
    ["messages", `"say": "tokenEnded"`, `"say": "|"`, ["tokenEnded", "passwordReset"]],
    [
      "facts of a condition",
      `{ "view.secure": false }`,
      `{ "|" }`,
      ["view.secure", "partner.behaviour.showLoginProviders", "outcome"],
    ],
    ["values of a condition", `{ "outcome": "signedOut" }`, `{ "outcome": "|" }`, ["signedOut", "sent"]],
    ["what a call is given", `{ "state": "query.state" }`, `{ "|" }`, ["state", "vendorId"]],
    [
      "where that comes from",
      `{ "state": "query.state" }`,
      `{ "state": "|" }`,
      ["query.state", "view.vendorId"],
    ],
    [
      "outcomes of the journey",
      `"passwordExpired": "changeExpiredPassword"`,
      `"|": "select"`,
      ["passwordExpired"],
    ],
  ])("%s", async (_, old, typed, names) => {
    expect(Object.keys(await offered(screens, old, typed))).toEqual(expect.arrayContaining(names));
  });

  test("names of other files too", async () => {
    const client = `"partnerId": "northwind"`;
    expect(await offered("src/server/demo/clients.config.json", client, `"partnerId": "|"`)).toHaveProperty(
      "qamar",
    );
    const language = `"defaultLanguage": "ar"`;
    expect(await offered("partners/qamar/partner.json", language, `"defaultLanguage": "|"`)).toHaveProperty(
      "fr-CA",
    );
    const body = `"../calls/Login.json#/body"`;
    expect(await offered("schemas/forms/login.json", body, `"|"`)).toHaveProperty([
      "../calls/Recover.json#/body",
    ]);
    expect(await offered("schemas/calls/Login.json", `"problems.signInFailed"`, `"|"`)).toHaveProperty([
      "problems.generic",
    ]);
  });

  test("text keys, each with its English text", async () => {
    const offer = await offered("locales/de.json", `"signOut":`, `"|":`);
    expect(offer.signOut).toBe("Sign out");
  });
});

test("an editor marks a name that does not exist, and says what to do about a new one", async () => {
  const text = readFileSync("screens.config.json", "utf8").replace(`"go": "login"`, `"go": "logn"`);
  const { document, json } = open("screens.config.json", text);
  const problems = await editor.doValidation(document, json);
  expect(problems.map(({ message }) => message)).toEqual([
    "There is no such screen or step. If it is new: npm run generate.",
  ]);
});
