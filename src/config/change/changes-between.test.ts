import { expect, test } from "vitest";
import { ownFiles, readSources } from "../read/sources.ts";
import { workspaceOf } from "../read-workspace.ts";
import { type Change, changeLines, changesBetween } from "./changes-between.ts";

const sources = await readSources(process.cwd(), ownFiles);
const before = workspaceOf(sources);

type Edit = [file: string, old: string, now: string];

/** What the words say of files in which some texts are replaced. */
function told(...edits: Edit[]): string[] {
  return changed(...edits).flatMap(changeLines);
}

function changed(...edits: Edit[]): Change[] {
  const texts = new Map(sources.texts);
  for (const [file, old, now] of edits) {
    const text = texts.get(file) ?? "";
    expect(text).toContain(old);
    texts.set(
      file,
      text.replace(old, () => now),
    );
  }
  return changesBetween(before, workspaceOf({ ...sources, texts }));
}

test("files that are the same have no change", () => {
  expect(told()).toEqual([]);
});

test.each([
  [
    "a link that is gone",
    "screens.config.json",
    `"recover",\n        { "to": "loginSecure"`,
    `{ "to": "loginSecure"`,
    [`Screen login: link "recover" was removed`],
  ],
  [
    "a way that leads elsewhere",
    "screens.config.json",
    `{ "when": { "outcome": "enabled" }, "go": "#done" }`,
    `{ "when": { "outcome": "enabled" }, "go": "home" }`,
    [`Screen setupTwoFactor: step "codes": way "outcome = enabled": leads to: "#done" → "home"`],
  ],
  [
    "another condition of a button",
    "screens.config.json",
    `"label": "continue", "when": { "view.signedIn": true }`,
    `"label": "continue", "when": { "view.signedIn": false }`,
    [`Screen login: button "continue": condition: view.signedIn: true → false`],
  ],
  [
    "the order of links",
    "screens.config.json",
    `"links": ["recover", "home"]`,
    `"links": ["home", "recover"]`,
    ["Screen changePassword: links are in another order: home, recover"],
  ],
  [
    "a link for some",
    "screens.config.json",
    `"links": ["recover", "home"]`,
    `"links": ["recover", "home", { "to": "loginOtt", "when": { "view.oneTimeToken": true } }]`,
    [`Screen changePassword: link "loginOtt" is new, where view.oneTimeToken = true`],
  ],
  [
    "a link for one or another",
    "screens.config.json",
    `"links": ["recover", "home"]`,
    `"links": ["recover", "home", { "to": "loginOtt", "when": { "user.name": ["Robin", "Alex"] } }]`,
    [`Screen changePassword: link "loginOtt" is new, where user.name = Robin or Alex`],
  ],
  [
    "a stage of the journey",
    "screens.config.json",
    `"deviceOffered": "registerDevice"`,
    `"deviceOffered": "home"`,
    [`Journey: deviceOffered: "registerDevice" → "home"`],
  ],
  [
    "the tone of a message",
    "screens.config.json",
    `"passwordReset": "success"`,
    `"passwordReset": "warning"`,
    [`Tones: passwordReset: "success" → "warning"`],
  ],
  [
    "the order of the menu",
    "screens.config.json",
    `"changePassword",\n    "contact"\n`,
    `"contact",\n    "changePassword"\n`,
    [
      "Menu: screens are in another order: home, select, registerDevice, setupTwoFactor, contact, changePassword",
    ],
  ],
  [
    "an entry of the menu for some",
    "screens.config.json",
    `"contact"\n`,
    `"contact", { "to": "devops", "when": { "user.isVendor": true } }\n`,
    [`Menu: screen "devops" is new, where user.isVendor = true`],
  ],
  [
    "a partner's languages",
    "partners/northwind/partner.json",
    `["en-GB", "de", "fr-CA"]`,
    `["en-GB", "es", "fr-CA"]`,
    ["Partner northwind: languages + es, − de"],
  ],
  [
    "a partner's logo",
    "partners/northwind/logo.svg",
    "<svg",
    "<svg ",
    ["Partner northwind: image logo.svg was changed"],
  ],
  [
    "a text",
    "locales/de.json",
    `"signOut": "Abmelden"`,
    `"signOut": "Ausloggen"`,
    ["Text shell.signOut: de “Abmelden” → “Ausloggen”"],
  ],
  [
    "a field of a form",
    "schemas/forms/login.json",
    `"widget": "checkbox"`,
    `"widget": "hidden"`,
    [`Form login: field "rememberLogin": widget: "checkbox" → "hidden"`],
  ],
  [
    "a field that a call now requires",
    "schemas/calls/Login.json",
    `"required": ["username", "password"]`,
    `"required": ["username", "password", "rememberLogin"]`,
    ["Call Login: body.rememberLogin is now required (breaks older clients)"],
  ],
  [
    "a bound that takes less",
    "schemas/calls/Login.json",
    `"maxLength": 200`,
    `"maxLength": 100`,
    ["Call Login: body.username: maxLength: 200 → 100 (breaks older clients)"],
  ],
  [
    "a bound that takes more",
    "schemas/calls/Login.json",
    `"maxLength": 200`,
    `"maxLength": 300`,
    ["Call Login: body.username: maxLength: 200 → 300"],
  ],
  [
    "what is taken where nothing is given",
    "schemas/calls/Customers.json",
    `"default": 5`,
    `"default": 10`,
    ["Call Customers: query.size: default: 5 → 10"],
  ],
  [
    "an entry of a list that older clients do not know",
    "schemas/entities/partner.json",
    `"enum": ["password", "secureCredential",`,
    `"enum": ["password", "badge", "secureCredential",`,
    ["Call GetPartnerMetaData: answer.waysIn[]: enum + badge (breaks older clients)"],
  ],
  [
    "an object that can be missing no longer",
    "schemas/calls/CaptchaChallenge.json",
    `"anyOf": [{ "$ref": "../entities/challenge.json" }, { "type": "null" }]`,
    `"$ref": "../entities/challenge.json"`,
    ["Call CaptchaChallenge: answer.challenge: type − null"],
  ],
  [
    "what an object that can be missing has no longer for certain",
    "schemas/entities/challenge.json",
    `"required": ["parameters", "signature"]`,
    `"required": ["parameters"]`,
    ["Call CaptchaChallenge: answer.challenge.signature can now be missing (breaks older clients)"],
  ],
  [
    "an answer of another kind",
    "schemas/calls/VerifyCaptcha.json",
    `"type": "boolean"`,
    `"type": "string"`,
    ["Call VerifyCaptcha: answer: type + string, − boolean (breaks older clients)"],
  ],
  [
    "what any call may answer",
    "schemas/entities/redirect.json",
    `"required": ["redirect"]`,
    `"required": []`,
    ["Answer redirect: answer.redirect can now be missing (breaks older clients)"],
  ],
  [
    "what any refusal says",
    "schemas/entities/problem-code.json",
    `"required": ["code"]`,
    `"required": []`,
    ["Answer problem: answer.codes.*[].code can now be missing (breaks older clients)"],
  ],
  [
    "who may call",
    "schemas/calls/Login.json",
    `"access": "anonymous"`,
    `"access": "session"`,
    [`Call Login: access: "anonymous" → "session" (breaks older clients)`],
  ],
  [
    "a field of another name",
    "schemas/calls/Login.json",
    `"rememberLogin": {`,
    `"remember": {`,
    [
      "Call Login: body.rememberLogin is no longer taken (breaks older clients)",
      "Call Login: body.remember is new",
    ],
  ],
  [
    "an object with all that it holds",
    "schemas/calls/Login.json",
    `"rememberLogin": {`,
    `"place": { "type": "object", "properties": { "city": { "type": "string" } } }, "rememberLogin": {`,
    ["Call Login: body.place is new"],
  ],
  [
    "a field that may now be left out",
    "schemas/calls/Login.json",
    `"required": ["username", "password"]`,
    `"required": ["username"]`,
    [`Call Login: body.password may now be left out`],
  ],
  [
    "a least length that takes less",
    "schemas/calls/Login.json",
    `"minLength": 1`,
    `"minLength": 2`,
    [`Call Login: body.username: minLength: 1 → 2 (breaks older clients)`],
  ],
  [
    "a least length that takes more",
    "schemas/calls/Login.json",
    `"minLength": 1`,
    `"minLength": 0`,
    [`Call Login: body.username: minLength: 1 → 0`],
  ],
  [
    "a bound where there was none",
    "schemas/calls/Customers.json",
    `"maxLength": 100`,
    `"minLength": 1, "maxLength": 100`,
    [`Call Customers: query.filter: minLength is new: 1 (breaks older clients)`],
  ],
  [
    "a bound that is gone",
    "schemas/calls/Login.json",
    `"maxLength": 200,`,
    ``,
    [`Call Login: body.username: maxLength was removed`],
  ],
  [
    "a pattern where there was none",
    "schemas/calls/Login.json",
    `"maxLength": 200`,
    `"maxLength": 200, "pattern": "^a"`,
    [`Call Login: body.username: pattern is new: "^a" (breaks older clients)`],
  ],
  [
    "a format where there was none",
    "schemas/calls/Login.json",
    `"maxLength": 200`,
    `"maxLength": 200, "format": "email"`,
    [`Call Login: body.username: format is new: "email" (breaks older clients)`],
  ],
  [
    "a const where there was none",
    "schemas/calls/Login.json",
    `"maxLength": 200`,
    `"maxLength": 200, "const": "a"`,
    [`Call Login: body.username: const is new: "a" (breaks older clients)`],
  ],
  [
    "a pattern that is gone",
    "schemas/calls/GetPartnerLogo.json",
    `"pattern": "^[a-z0-9-]+$",`,
    ``,
    [`Call GetPartnerLogo: query.partnerId: pattern was removed`],
  ],
  [
    "a choice that takes less",
    "schemas/calls/CaptchaChallenge.json",
    `"enum": [1, 2, 3],\n      "default": 3`,
    `"enum": [2, 3],\n      "default": 3`,
    [`Call CaptchaChallenge: query.version: enum − 1 (breaks older clients)`],
  ],
  [
    "a choice that takes more",
    "schemas/calls/CaptchaChallenge.json",
    `"enum": [1, 2, 3],\n      "default": 3`,
    `"enum": [1, 2, 3, 4],\n      "default": 3`,
    [`Call CaptchaChallenge: query.version: enum + 4`],
  ],
  [
    "a choice where anything was taken",
    "schemas/calls/Customers.json",
    `"maxLength": 100`,
    `"maxLength": 100, "enum": ["a"]`,
    [`Call Customers: query.filter: enum is new (breaks older clients)`],
  ],
  [
    "a choice that answers less",
    "schemas/calls/CaptchaChallenge.json",
    `"enum": [1, 2, 3],\n        "description"`,
    `"enum": [1, 2],\n        "description"`,
    [`Call CaptchaChallenge: answer.version: enum − 3`],
  ],
  [
    "a choice that answers anything",
    "schemas/calls/CaptchaChallenge.json",
    `"enum": [1, 2, 3],\n        "description"`,
    `"description"`,
    [`Call CaptchaChallenge: answer.version: enum was removed (breaks older clients)`],
  ],
  [
    "an answer of another name",
    "schemas/calls/LoginWithRecoveryCode.json",
    `"left": {`,
    `"rest": {`,
    [
      `Call LoginWithRecoveryCode: answer.left is no longer given (breaks older clients)`,
      `Call LoginWithRecoveryCode: answer.rest is new`,
    ],
  ],
  [
    "an answer that is always given",
    "schemas/calls/LoginWithOTT.json",
    `"required": ["outcome"]`,
    `"required": ["outcome", "state"]`,
    [`Call LoginWithOTT: answer.state is now always given`],
  ],
  [
    "a way of the journey",
    "screens.config.json",
    `"next": ["$journey"]`,
    `"next": [{ "go": "home" }]`,
    [`Screen login: way "$journey" was removed`, `Screen login: way "otherwise" is new`],
  ],
  [
    "the order of buttons in a step",
    "screens.config.json",
    `"links": [{ "to": "recover", "label": "again" }, "login"]`,
    `"links": ["login", { "to": "recover", "label": "again" }]`,
    [`Screen resetPassword: step "openAgain": links are in another order: login, recover (again)`],
  ],
  [
    "a link whose number is another's label",
    "screens.config.json",
    `"links": [{ "to": "recover", "label": "again" }, "login"]`,
    `"links": [{ "to": "recover", "label": "2" }, "recover", "recover", "login"]`,
    [
      `Screen resetPassword: step "openAgain": link "recover (again)" was removed`,
      `Screen resetPassword: step "openAgain": link "recover (2)" is new`,
      `Screen resetPassword: step "openAgain": link "recover" is new`,
      `Screen resetPassword: step "openAgain": link "recover (3)" is new`,
    ],
  ],
  [
    "a link to where others lead with a label",
    "screens.config.json",
    `"links": [{ "to": "recover", "label": "again" }, "login"]`,
    `"links": [{ "to": "recover", "label": "again" }, "recover", "login"]`,
    [`Screen resetPassword: step "openAgain": link "recover" is new`],
  ],
  [
    "a partner's text",
    "partners/northwind/locales/en-GB.json",
    `"Welcome aboard at Northwind"`,
    `"Welcome to Northwind"`,
    [
      `Partner northwind: text en-GB shell.welcome.title: “Welcome aboard at Northwind” → “Welcome to Northwind”`,
    ],
  ],
  [
    "a partner's text of another name",
    "partners/northwind/locales/en-GB.json",
    `"title": "Welcome aboard at Northwind"`,
    `"greeting": "Welcome"`,
    [
      `Partner northwind: text en-GB shell.welcome.greeting is new: “Welcome”`,
      `Partner northwind: text en-GB shell.welcome.title was removed`,
    ],
  ],
  [
    "an application",
    "clients.config.json",
    `"clients": {}`,
    `"clients": { "payroll": { "name": "Payroll" } }`,
    [`Application payroll: is new`],
  ],
  [
    "a provider",
    "vendors.config.json",
    `"vendors": {}`,
    `"vendors": { "contoso": { "name": "Contoso", "issuer": "https://contoso.example", "clientId": "vestibule" } }`,
    [`Provider contoso: is new`],
  ],
])("%s is told in one sentence", (_, file, old, now, sentences) => {
  expect(told([file, old, now])).toEqual(sentences);
});

test.each([
  ["where it stands", `"links": ["recover", "home"]`, `"links": ["home", "recover"]`],
  ["where that stands which held what is gone", `"links": ["recover", "home"]`, `"links": ["home"]`],
  ["in the journey", `"deviceOffered": "registerDevice"`, `"deviceOffered": "home"`],
  ["among the tones", `"passwordReset": "success"`, `"passwordReset": "warning"`],
  ["of an entry in a list", `"label": "continue", "when": { "view.signedIn": true }`, `"label": "continue"`],
])("a sentence is placed %s", (_, old, now) => {
  const [change] = changed(["screens.config.json", old, now]);
  const line = (sources.texts.get("screens.config.json") ?? "").split(old)[0]?.split("\n").length;
  expect(change?.sentences.map(({ place }) => place)).toEqual([{ file: "screens.config.json", line }]);
});

test("an outcome that older clients do not know is told for every call that answers it", () => {
  const [first, ...others] = told([
    "schemas/entities/journey-stage.json",
    `"passwordExpired",`,
    `"passwordExpired", "held",`,
  ]);
  expect(first).toMatch(/^Call \w+: answer\.outcome: enum \+ held \(breaks older clients\)$/);
  expect(others.length).toBeGreaterThan(0);
});

test("a text that comes and one that goes are told once for all languages that have them", () => {
  const edits = ["en-GB", "de"].map((language): [string, string, string] => [
    `locales/${language}.json`,
    `"skipToContent"`,
    `"jumpToContent"`,
  ]);
  expect(told(...edits)).toEqual([
    "Text shell.jumpToContent: “Skip to the content” is new in en-GB, de",
    "Text shell.skipToContent: “Skip to the content” was removed in en-GB, de",
  ]);
});

test("a text that all languages have is told without their names", () => {
  const edits = ["ar", "de", "en-GB", "es", "fr-CA", "he"].map(
    (language): Edit => [`locales/${language}.json`, `"skipToContent"`, `"jumpToContent"`],
  );
  expect(told(...edits)).toEqual([
    "Text shell.jumpToContent: “Skip to the content” is new",
    "Text shell.skipToContent: “Skip to the content” was removed",
  ]);
});

test("a field that a call newly requires breaks older clients", () => {
  const file = "schemas/calls/Login.json";
  expect(
    told(
      [file, `"rememberLogin": {`, `"remember": {`],
      [file, `"username", "password"]`, `"username", "password", "remember"]`],
    ),
  ).toContain("Call Login: body.remember is new and required (breaks older clients)");
});

test("an image of a partner that comes and one that goes are told", () => {
  const partnerFiles = new Map(sources.partnerFiles).set("partners/northwind/new.png", "digest");
  partnerFiles.delete("partners/northwind/icon.png");
  const [change, ...others] = changesBetween(before, workspaceOf({ ...sources, partnerFiles }));
  expect(others).toEqual([]);
  expect(change && changeLines(change)).toEqual([
    "Partner northwind: image new.png is new",
    "Partner northwind: image icon.png was removed",
  ]);
  expect(change?.sentences.map(({ place }) => place?.file)).toEqual([
    "partners/northwind/new.png",
    undefined,
  ]);
});

test("what a file's absence means is told, and what is new", () => {
  const texts = new Map(sources.texts);
  texts.delete("locales/es.json");
  texts.delete("schemas/calls/SystemStatus.json");
  texts.set("partners/acme/partner.json", JSON.stringify({ partnerName: "Acme" }));
  const after = workspaceOf({ ...sources, texts });
  expect(changesBetween(before, after).flatMap(changeLines)).toEqual([
    "Call SystemStatus: was removed (breaks older clients)",
    "Partner acme: is new",
    "Language es: was removed",
  ]);
});
