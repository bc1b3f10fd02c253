import { expect, test } from "vitest";
import { workspaceOf } from "../read-workspace.ts";
import { ownFiles, readSources } from "../sources.ts";
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
])("%s is told in one sentence", (_, file, old, now, sentences) => {
  expect(told([file, old, now])).toEqual(sentences);
});

test.each([
  ["where it stands", `"links": ["recover", "home"]`, `"links": ["home", "recover"]`],
  ["where that stands which held what is gone", `"links": ["recover", "home"]`, `"links": ["home"]`],
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

test("what a file's absence means is told, and what is new", () => {
  const texts = new Map(sources.texts);
  texts.delete("locales/es.json");
  texts.set("partners/acme/partner.json", JSON.stringify({ partnerName: "Acme" }));
  const after = workspaceOf({ ...sources, texts });
  expect(changesBetween(before, after).flatMap(changeLines)).toEqual([
    "Partner acme: is new",
    "Language es: was removed",
  ]);
});
