import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copyDataFiles } from "../../tests/support/copy-data-files.ts";
import { journeyCases } from "../../tests/support/rule-cases/journey.ts";
import { nameCases } from "../../tests/support/rule-cases/names.ts";
import { partnerCases } from "../../tests/support/rule-cases/partners.ts";
import { readingCases } from "../../tests/support/rule-cases/reading.ts";
import { schemaCases } from "../../tests/support/rule-cases/schemas.ts";
import { screenCases } from "../../tests/support/rule-cases/screens.ts";
import { shapeCases } from "../../tests/support/rule-cases/shape.ts";
import { textCases } from "../../tests/support/rule-cases/texts.ts";
import { wayCases } from "../../tests/support/rule-cases/ways.ts";
import {
  call,
  clients,
  drop,
  type Edit,
  form,
  icon,
  locale,
  type Path,
  partner,
  rename,
  screens,
  set,
  source,
  swap,
  vendors,
} from "../../tests/support/sample-edits.ts";
import { type Json, sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { type CheckResult, checkAll, checkConfig } from "./check-config.ts";
import { editJson, type Edit as JsonEdit } from "./edit-json.ts";
import { journeyRules } from "./proof/journey-rules.ts";
import { ownFiles, ownHashOf, readSources, type Sources } from "./read/sources.ts";
import { flattenTexts } from "./resolve/texts.ts";
import { readingRules } from "./rules/reading-rules.ts";
import { rules } from "./rules/rules.ts";

const cases = [
  ...readingCases,
  ...shapeCases,
  ...schemaCases,
  ...nameCases,
  ...screenCases,
  ...wayCases,
  ...textCases,
  ...partnerCases,
  ...journeyCases,
];

const sources = await sampleSources();

test("the files as they stand have no findings", () => {
  expect(checkConfig(sources).findings).toEqual([]);
});

test.each([
  ["texts.secondFactor", "{code}", "", '"texts.secondFactor" leaves out {code}.'],
  ["mails.oneTimeToken.text", "\n\n{link}", "", '"mails.oneTimeToken.text" leaves out {link}.'],
  ["mails.pin.text", "\n\n{code}", "", '"mails.pin.text" leaves out {code}.'],
  ["mails.pin.text", "{reference}", "{username}", '"mails.pin.text" is given no {username}.'],
  ["mails.pin.subject", "{partner}", "{code}", '"mails.pin.subject" is given no {code}.'],
  ["mails.footer", "{partner}", "{minutes}", '"mails.footer" is given no {minutes}.'],
  ["mails.newBrowser.subject", /$/, " {occasion}", '"mails.newBrowser.subject" is given no {occasion}.'],
  ["mails.occasion.where", "{browser}", "{device}", '"mails.occasion.where" is given no {device}.'],
  [
    "screens.loginTwoFactor.title",
    /$/,
    " {username}",
    '"screens.loginTwoFactor.title" is given no {username}.',
  ],
  ["screens.login.submit", /$/, " {partner}", '"screens.login.submit" is given no {partner}.'],
  ["screens.recover.link", /$/, " {partner}", '"screens.recover.link" is given no {partner}.'],
  ["screens.recover.links.back", /$/, " {partner}", '"screens.recover.links.back" is given no {partner}.'],
  ["screens.login.actions.cancel", /$/, " {name}", '"screens.login.actions.cancel" is given no {name}.'],
  ["forms.login.username.label", /$/, " {partner}", '"forms.login.username.label" is given no {partner}.'],
  ["messages.passwordReset", /$/, " {name}", '"messages.passwordReset" is given no {name}.'],
])("%s is wrong in every language alike where %s becomes %s", (key, from, to, message) => {
  const { changed, files } = inEveryLanguage(key, (path, old) => ({ path, value: old.replace(from, to) }));
  const { findings } = checkConfig(changed);
  for (const file of files)
    expect(findings).toContainEqual(expect.objectContaining({ rule: "same-placeholders", file, message }));
});

test.each([
  ["errors.signIn.title"],
  ["errors.invitationExpired.text"],
  ["mails.pin.text"],
  ["mails.recoveryCodes.button"],
  ["mails.footer"],
  ["mails.occasion.when"],
  ["texts.setupPhone"],
  ["validation.match"],
  ["screens.logoutUpstream.submit", screens],
])("%s is missed where no language has it", (key, file = source) => {
  const { findings } = checkConfig(inEveryLanguage(key, (path) => ({ path, remove: true })).changed);
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: "needed-text",
      file,
      message: expect.stringContaining(`"${key}"`),
    }),
  );
});

test.each([
  ["errors", "expired"],
  ["mails", "pins"],
  ["texts", "secondFactors"],
])("what nothing shows below %s is told", (group, name) => {
  const edited = set([group, name], "Hello")(sources.texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edited));
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: "unused-text", message: `Nothing shows "${group}.${name}".` }),
  );
});

/** The sources with a text edited in each language, and the files that had it. */
function inEveryLanguage(key: string, change: (path: string[], old: string) => JsonEdit) {
  const texts = new Map(sources.texts);
  const path = key.split(".");
  const files = [...texts.keys()].filter((file) => {
    const text = texts.get(file) ?? "";
    const old = /^locales\//.test(file) ? flattenTexts(JSON.parse(text))[key] : undefined;
    if (old !== undefined) texts.set(file, editJson(text, [change(path, old)]));
    return old !== undefined;
  });
  return { changed: { ...sources, texts }, files };
}

test("what was proven is not proven again as long as nothing of it changes", () => {
  const edited = (file: string, edit: Edit) => withText(sources, file, edit(sources.texts.get(file) ?? ""));
  const proven = ownHashOf(sources);
  const filesOf = ({ findings }: CheckResult) => findings.map(({ file }) => file);
  expect(checkAll(sources, proven).findings).toEqual([]);
  expect(checkAll(sources, proven).journey).toBeUndefined();
  expect(checkAll(sources).journey?.states).toBeGreaterThan(0);

  const wrongClient = edited(clients, swap('"partnerId"', '"partner"'));
  expect(filesOf(checkAll(wrongClient, proven))).toEqual([clients]);
  const strayClient = edited(clients, swap('"northwind"', '"southwind"'));
  expect(filesOf(checkAll(strayClient, proven))).toEqual([clients]);
  expect(checkAll(strayClient, proven).workspace).toBeUndefined();

  const undrawn = withText(sources, icon, undefined);
  expect(filesOf(checkAll(undrawn, proven))).toEqual([vendors]);
  expect(checkAll(undrawn, proven).workspace).toBeUndefined();
  const another = checkAll(edited(icon, swap("M0 0h1", "M0 0h2")), proven);
  expect([another.findings, another.journey]).toEqual([[], undefined]);
  const harmful = edited(icon, swap("<path", '<path onload="alert(1)"'));
  expect(filesOf(checkAll(harmful, proven))).toEqual([icon]);

  const wrongPartner = edited(partner, swap('"logo.svg"', '"other.svg"'));
  expect(filesOf(checkAll(wrongPartner, proven))).toEqual([partner]);
  const wrongLogo = { ...sources, partnerFiles: new Map([...sources.partnerFiles].slice(1)) };
  expect(filesOf(checkAll(wrongLogo, proven))).not.toEqual([]);
});

test.each<[Path, Json]>([
  [["login", "links", 2, "when"], { "view.oneTimeToken": [true] }],
  [["loginVendor", "steps", 0, "auto"], { "view.autoStart": [true] }],
])("a condition may list the one value that it must ask for: %j", (path, condition) => {
  const edit = set(["screens", ...path], condition);
  expect(checkConfig(withText(sources, screens, edit(sources.texts.get(screens) ?? ""))).findings).toEqual(
    [],
  );
});

test.each([["sendings"], ["sendings", "copied2"], ["loadin", "loadng"]])(
  "a missing text is told beside what is near it as all of its group is: %s",
  (...leftovers) => {
    const file = "locales/es.json";
    const edits = leftovers.map((key) => ({ path: ["shell", key], value: "Así" }));
    const left = drop(["shell", "loading"])(editJson(sources.texts.get(file) ?? "", edits)) ?? "";
    const { findings } = checkConfig(withText(sources, file, left));
    const meant = new Map([
      ["sendings", "shell.sending"],
      ["copied2", "shell.copied"],
    ]);
    expect(findings.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['The text "shell.loading" is missing in es.', undefined],
      ...leftovers.map((key) => [
        `The source language has no text "shell.${key}".`,
        meant.get(key) ?? "shell.loading",
      ]),
    ]);
  },
);

test("a text that two other languages have is missing in the source language", () => {
  const key = ["screens", "home", "links", "first"];
  const link = set(["screens", "home", "links", 0], { to: "recover", label: "first" });
  const worded = [locale, "locales/es.json"].reduce(
    (all, file) => withText(all, file, editJson(all.texts.get(file) ?? "", [{ path: key, value: "So" }])),
    withText(sources, screens, link(sources.texts.get(screens) ?? "")),
  );
  expect(checkConfig(worded).findings).toMatchObject([
    { file: source, message: `The text "${key.join(".")}" is missing: other languages have it.` },
  ]);
});

test("a row for every end of a screen's calls leads nobody away at its door", () => {
  const edit = set(["screens", "login", "next", 1], { go: "home" });
  expect(checkConfig(withText(sources, screens, edit(sources.texts.get(screens) ?? ""))).findings).toEqual(
    [],
  );
});

test("an outcome that may be anything needs a row for anything", () => {
  const edit = set(["answer", "properties", "outcome"], {});
  const { findings } = checkConfig(withText(sources, call, edit(sources.texts.get(call) ?? "")));
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(["outcome-row"]));
});

test("a star in an address is said to stand for nothing but itself", () => {
  const edit = set(["clients", "payroll", "redirectUris", 1], "https://*.payroll.example/cb");
  const { findings } = checkConfig(withText(sources, clients, edit(sources.texts.get(clients) ?? "")));
  expect(findings.map(({ message }) => message)).toEqual([
    'The star in "https://*.payroll.example/cb" stands for nothing but itself: list each address by itself.',
  ]);
});

test.each<[file: string, edit: Edit, messages: string[]]>([
  [
    partner,
    set(["origins", 0], "https://signin.northwind.example/"),
    [
      '"https://signin.northwind.example/" does not look as it must. Full origins under which the sign-in pages show this partner, compared exactly. For example: ["https://signin.northwind.example"].',
    ],
  ],
  [
    clients,
    set(["clients", "payroll", "redirectUris", 0], "payroll.example/callback"),
    [
      '"payroll.example/callback" does not look as it must. A whole address that leads back to the application. For example: "https://payroll.example/callback".',
    ],
  ],
  [
    screens,
    set(["screens", "loginTwoFactor", "submit", "with", "method"], "sms"),
    [
      '"sms" does not look as it must. Property of the call\'s body or query → fact (query.*, view.*, form.*, item.* of an action with each, answer.* of a row of next) or a fixed value after an equals sign. For example: {"state":"query.state"}.',
    ],
  ],
  [
    screens,
    set(["screens", "sample", "links", 0], "https://help.example"),
    ['"https://help.example" is another site: pages lead to screens of this service alone.'],
  ],
  [screens, set(["screens", "setupTwoFactor", "steps", 6, "id"], "codes"), ["This step is listed twice."]],
  [source, set(["shell", "greeting"], "Hello"), ['Nothing shows "shell.greeting".']],
  [source, drop(["shell", "close"]), ['The text "shell.close" is missing: other languages have it.']],
  ["locales/es.json", rename(["shell", "close"], "clos"), ['The source language has no text "shell.clos".']],
  [
    "locales/es.json",
    (text) => text.replaceAll('"minLength_', '"minLenght_'),
    [
      'The source language has no text "validation.minLenght_one".',
      'The source language has no text "validation.minLenght_many".',
      'The source language has no text "validation.minLenght_other".',
    ],
  ],
  [
    "locales/es.json",
    set(["shell", "signedInAs"], "Sesión de {nam}"),
    ['"shell.signedInAs" is given no {nam}.'],
  ],
  [
    "locales/es.json",
    set(["shell", "signedInAs"], "Sesión de { name }"),
    ['"shell.signedInAs" has a brace that belongs to no placeholder.'],
  ],
  [
    screens,
    set(["screens", "contact", "steps", 1, "links", 1], { to: "home", listed: true }),
    ['“Home” stands here already, "screens.home.link" in locales/en-GB.json: find other words.'],
  ],
  [
    screens,
    set(["screens", "changePassword", "submit", "call"], "UpdateContact"),
    [
      'The form "change-password" sends "currentPassword", "newPassword", "confirmPassword", which the body of "UpdateContact" does not have.',
    ],
  ],
  [screens, drop(["journey", "deviceOffered"]), ['The stage "deviceOffered" has no screen.']],
])("what is wrong in %s is said once, in words that help", (file, edit, messages) => {
  const { findings } = checkConfig(withText(sources, file, edit(sources.texts.get(file) ?? "")));
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

test.each([
  ["partners/northwind/locales/en-GB.json", { loginOtt: { link: "Help" }, recover: { link: "Help" } }],
  ["partners/northwind/locales/en-GB.json", { loginOtt: { link: "Use a passkey or security key" } }],
  ["partners/northwind/locales/en-GB.json", { loginSecure: { link: "Use a one-time token" } }],
  ["partners/northwind/locales/en-GB.json", { login: { actions: { cancel: "Sign in" } } }],
  ["locales/en.json", { loginOtt: { link: "Use a passkey or security key" } }],
])("words that only %s makes alike are told with its name: %j", (file, screensOf) => {
  const text = JSON.stringify({
    $schema: `${"../".repeat(file.split("/").length - 1)}schemas/config/locale.schema.json`,
    screens: screensOf,
  });
  const found = checkConfig(withText(sources, file, text)).findings.filter(
    ({ rule }) => rule === "same-words",
  );
  expect(found).toMatchObject([{ file: screens, message: expect.stringContaining(`in ${file}`) }]);
});

test.each<[string, Json]>([
  ["allOf", [{ minLength: 1 }]],
  ["not", { const: "none" }],
  ["if", { minLength: 2 }],
])("what only narrows what a call takes, as %s, needs no type of its own", (keyword, schema) => {
  const file = "schemas/calls/Exchange.json";
  const edited = set(["body", "properties", "state", keyword], schema)(sources.texts.get(file) ?? "");
  const { findings } = checkConfig(withText(sources, file, edited));
  expect(findings.filter(({ rule }) => rule === "bounded-body")).toEqual([]);
});

test.each<Path>([
  ["home", "links", 6],
  ["login", "actions", 2],
  ["registerDevice", "links", 0],
])("a way that also helps those whom it is not meant for needs no condition: %s %s %s", (...path) => {
  const edited = drop(["screens", ...path, "when"])(sources.texts.get(screens) ?? "");
  expect(checkConfig(withText(sources, screens, edited)).findings).toEqual([]);
});

test("a button in the rows of a panel may have the words of one below it", () => {
  const edited = set(["screens", "many", "actions", "row"], "Go on")(sources.texts.get(source) ?? "");
  expect(checkConfig(withText(sources, source, edited)).findings).toEqual([]);
});

test.each([
  [true, []],
  [false, ["main-button", "same-words"]],
])("what people of one partner see together is told, with another's condition %s", (shows, told) => {
  const [one, other] = [
    { "partner.partnerName": "Northwind" },
    { "partner.behaviour.showBackgroundImages": shows },
  ];
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const [, done] = config.screens.wizard.steps;
  done.links = ["home", { to: "login", when: one }, { to: "login", comeBack: true, when: other }];
  Object.assign(done.actions[0], { color: "primary", when: one });
  Object.assign(done.actions[1], { color: "primary", when: other });
  const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config)));
  expect(findings.map(({ rule }) => rule)).toEqual(told);
});

test.each<[string, { first?: object; second?: object; settings?: object }, string[]]>([
  ["everybody's", {}, ["same-words"]],
  ["in another case", { second: { name: "CONTOSO" } }, ["same-words"]],
  ["one of some customers beside one of all", { first: { customers: ["1"] } }, ["same-words"]],
  [
    "with a customer in common",
    { first: { customers: ["1", "2"] }, second: { customers: ["2"] } },
    ["same-words"],
  ],
  ["of different customers", { first: { customers: ["1"] }, second: { customers: ["2"] } }, []],
  ["of which no partner has both", { settings: { signIn: { providers: ["contoso"] } } }, []],
  [
    "that only the pages of an application which requires one show",
    { settings: { behaviour: { showLoginProviders: false } } },
    ["same-words"],
  ],
])("two providers of one name are told where somebody sees both: %s", (_case, change, told) => {
  const { first, second, settings } = change;
  const file = JSON.parse(sources.texts.get(vendors) ?? "");
  const { contoso } = file.vendors;
  const other = { ...contoso, issuer: "https://other.example", ...second };
  file.vendors = { contoso: { ...contoso, ...first }, other };
  let changed = withText(sources, vendors, JSON.stringify(file));
  for (const each of ["partners/default/partner.json", partner]) {
    const own = { ...JSON.parse(sources.texts.get(each) ?? ""), ...settings };
    changed = withText(changed, each, JSON.stringify(own));
  }
  const { findings } = checkConfig(changed);
  expect(findings.map(({ rule }) => rule)).toEqual(told);
  for (const { message } of findings) expect(message).toContain('"contoso"');
});

test.each([
  ["Pay & holidays; Q&A; R&D; 5 < 6 and 7 > 6", []],
  ["Write to Help <help@northwind.example>.", []],
  ["Write to <a href='mailto:help@northwind.example'>Help</a>.", ["plain-text"]],
  ["Pay<br/>and holidays", ["plain-text"]],
  ["Pay <!-- and --> holidays", ["plain-text"]],
  ["Pay &lt; holidays", ["plain-text"]],
])("what people would read as it is meant is no markup: %s", (text, found) => {
  const edited = set(["shell", "welcome", "text"], text)(sources.texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edited));
  expect(findings.map(({ rule }) => rule)).toEqual(found);
});

test("an image of a partner that nothing names is told", () => {
  const partnerFiles = new Map([...sources.partnerFiles, ["partners/northwind/old.png", ""]]);
  expect(checkConfig({ ...sources, partnerFiles }).findings).toMatchObject([
    {
      file: "partners/northwind/old.png",
      message:
        'Nothing names this image: "logo", "icon", "background" or "mail" of partners/northwind/partner.json would. Or delete it.',
    },
  ]);
});

test("a partner's folder with a wrong name is told once", () => {
  const files = ["locales/de.json", "partner.json"].map((name) => `partners/Blue_Harbour/${name}`);
  const texts = new Map([...sources.texts, ...files.map((file) => [file, "{}"] as const)]);
  expect(checkConfig({ ...sources, texts }).findings).toMatchObject([
    {
      file: files[0],
      rule: "unknown-file",
      message:
        '"Blue_Harbour" is no name for a partner\'s folder: small letters and digits, words joined by hyphens.',
      suggestion: "blue-harbour",
    },
  ]);
});

test.each([
  ["locales/de.json.txt", "de.json"],
  ["partners/northwind/locales/fr-CA.JSON", "fr-CA.json"],
  ["partners/northwind/locales/de_AT.json", "de-AT.json"],
  ["schemas/forms/login.json.txt", "login.json"],
  ["states/nowhere/login.json", undefined],
])("%s, which nothing reads, is told with the name that was meant", async (file, suggestion) => {
  const copy = await copyDataFiles();
  try {
    await mkdir(dirname(join(copy.folder, file)), { recursive: true });
    await writeFile(join(copy.folder, file), "{}");
    const { findings } = checkConfig(await readSources(copy.folder, ownFiles));
    const message = "Nothing reads this file: its name or folder is wrong.";
    expect(findings).toMatchObject([{ file, rule: "unknown-file", message, suggestion }]);
  } finally {
    await copy.remove();
  }
});

/** What is found with the application's addresses in place of its own, by path and message. */
function findingsWith(addresses: Record<string, unknown>): [place: string, message: string][] {
  const edit = set(["clients", "payroll"], {
    name: "Payroll",
    redirectUris: ["https://payroll.example/callback"],
    ...addresses,
  });
  const changed = withText(sources, clients, edit(sources.texts.get(clients) ?? ""));
  return checkConfig(changed).findings.map((finding) => [
    /^"[^"]*"/.exec(textAt(changed, finding))?.[0] ?? "",
    finding.message,
  ]);
}

test.each([
  "http://payroll.example/a",
  "http://localhost.payroll.example/a",
  "http://127.0.0.1.payroll.example/a",
  "http://10.0.0.1:8080/a",
  "http://[::ffff:127.0.0.1]/a",
])(
  "every address of an application that people are led to by http elsewhere than on this machine is to be https: %s",
  (address) => {
    const list = [address];
    const addresses = { redirectUris: list, postLogoutRedirectUris: list };
    const shown = { startUrl: address };
    const message = `"${address}" crosses the network unprotected: write https. http is for this machine alone, such as localhost.`;
    const told = { backChannelLogoutUri: address };
    expect(findingsWith({ ...addresses, ...shown, ...told })).toEqual(
      [...Object.keys(addresses), ...Object.keys(shown)].map(() => [`"${address}"`, message]),
    );
  },
);

test.each([
  "http://localhost:5401/a",
  "http://payroll.localhost/a",
  "http://127.8.9.1/a",
  "http://[::1]:9/a",
])("an application on this machine may have addresses of http: %s", (address) => {
  const addresses = { redirectUris: [address], postLogoutRedirectUris: [address] };
  const shown = { startUrl: address, backChannelLogoutUri: address };
  expect(findingsWith({ ...addresses, ...shown })).toEqual([]);
});

const ofOwnScheme = [
  "com.example.payroll:/callback",
  "com.example.payroll://callback",
  "com.example.payroll://localhost/callback",
];

test.each([
  ...ofOwnScheme,
  "http://localhost/a",
  "http://127.0.0.1:9/a",
  "http://[::1]/a",
  "https://payroll.example/a",
])("a native application may have an address that is its own on a device: %s", (address) => {
  expect(findingsWith({ native: true, redirectUris: [address], postLogoutRedirectUris: [address] })).toEqual(
    [],
  );
});

test("an application that only asks about tokens has no address", () => {
  expect(findingsWith({ redirectUris: undefined, secretEnvironment: "PAYROLL_SECRET" })).toEqual([]);
});

test("a scope that the provider does not know is found, with the one that was meant", () => {
  const edit = set(["clients", "payroll", "scopes"], ["openid", "emails"]);
  const { findings } = checkConfig(withText(sources, clients, edit(sources.texts.get(clients) ?? "")));
  expect(findings).toMatchObject([{ file: clients, suggestion: "email" }]);
});

test.each([
  [{ secretEnvironment: "SECRET", jwksUri: "https://payroll.example/jwks.json" }, "leave out one of them"],
  [{ native: true, jwksUri: "https://payroll.example/jwks.json" }, "Each device would hold it"],
  [{ jwksUri: "http://payroll.example/jwks.json" }, "crosses the network unprotected"],
])("keys of an application that prove nothing are found: %j", (more, message) => {
  expect(findingsWith(more)).toEqual([[`"${more.jwksUri}"`, expect.stringContaining(message)]]);
});

test.each<[address: string, more: object, message: string]>([
  ...ofOwnScheme.map((address): [string, object, string] => [address, {}, "has a scheme of one's own"]),
  ["https://Payroll.example/a", {}, 'is read as "https://payroll.example/a": write that'],
  ["http://payroll.example/a", { native: true }, "is not on its person's device"],
  ["http://payroll.localhost/a", { native: true }, "is not on its person's device"],
  ["http://127.8.9.1/a", { native: true }, "is not on its person's device"],
  ["https://localhost/a", { native: true }, "on loopback write http"],
  ["https://127.0.0.1:9/a", { native: true }, "on loopback write http"],
  ["com.example.payroll:/a#b", { native: true }, "must not have a fragment"],
  ["payroll:/a", { native: true }, "does not look as it must"],
  ["javascript:/a", { native: true }, "does not look as it must"],
])("an address that leads back to no application is found: %s with %j", (address, more, message) => {
  const found = findingsWith({ redirectUris: [address], postLogoutRedirectUris: [address], ...more });
  expect(found).toEqual(Array(2).fill([`"${address}"`, expect.stringContaining(message)]));
});

test.each(cases.map((each) => [`${each.rule}: ${each.file} at ${each.at.trim()}`, each] as const))(
  "%s",
  (_, wrong) => {
    const edited = wrong.edit(sources.texts.get(wrong.file) ?? "");
    const changed = withText(sources, wrong.file, edited);
    const { findings, workspace } = checkConfig(changed);
    const found = findings.filter(({ rule }) => rule === wrong.rule);
    expect(findings.map(({ rule }) => rule)).toContain(wrong.rule);
    const places = found.map((finding) => textAt(changed, finding).slice(0, wrong.at.length));
    expect(places).toContain(wrong.at);
    expect(found.map(({ suggestion }) => suggestion)).toContain(wrong.suggestion);
    const harmless = rules.filter(({ stops }) => !stops).map(({ id }) => id);
    expect(workspace === undefined).toBe(findings.some(({ rule }) => !harmless.includes(rule)));
  },
);

const pages = [...readingRules, ...rules, ...journeyRules];

test("every rule is proven by a wrong edit, and every finding has a page", () => {
  const proven = cases.map(({ rule }) => rule);
  expect([...new Set(proven)].sort()).toEqual(pages.map(({ id }) => id).sort());
});

const unused = (changed: Sources) =>
  checkConfig(changed).findings.filter(({ rule }) => rule === "partner-setting");

test("a placeholder that the source language alone has otherwise is told there, and not in the others", () => {
  const { texts } = sources;
  const edit = set(["shell", "signedInAs"], "Signed in")(texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edit));
  const found = findings.filter(({ rule }) => rule === "same-placeholders");
  expect(found.map(({ file, message }) => [file, message])).toEqual([
    [source, '"shell.signedInAs" leaves out {name}.'],
  ]);
});

test("a placeholder in two pairs of braces is none", () => {
  const { texts } = sources;
  const edit = set(["shell", "signedInAs"], "Hallo {{name}}")(texts.get(locale) ?? "");
  const { findings } = checkConfig(withText(sources, locale, edit));
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: "same-placeholders",
      file: locale,
      message: '"shell.signedInAs" has a brace that belongs to no placeholder.',
    }),
  );
});

test("a plural form that stands for one number alone may say it in words", () => {
  const { texts } = sources;
  const edit = set(["shell", "waitLeft_one"], "In einer Sekunde möglich.")(texts.get(locale) ?? "");
  const { findings } = checkConfig(withText(sources, locale, edit));
  expect(findings.filter(({ rule }) => rule === "same-placeholders")).toEqual([]);
});

test("a row may say where the person goes on to from its screen", () => {
  const row = ["screens", "changePassword", "next", 0, "with"];
  const edit = set(row, { returnUrl: "=/account/devices" })(sources.texts.get(screens) ?? "");
  expect(checkConfig(withText(sources, screens, edit)).findings).toEqual([]);
});

test("a setting of the default partner that has an effect for another one is well", () => {
  const base = "partners/default/partner.json";
  const background = set(["background"], "logo.svg")(sources.texts.get(base) ?? "");
  const shown = set(["behaviour"], { showBackgroundImages: true })(sources.texts.get(partner) ?? "");
  const nowhere = withText(sources, base, background);
  expect(unused(nowhere)).toMatchObject([{ file: base }]);
  expect(unused(withText(nowhere, partner, shown))).toEqual([]);
});

test.each([
  {
    signIn: {
      order: ["secureCredential", "oneTimeToken", "providers", "password"],
      secureCredential: true,
      oneTimeToken: true,
      offerDevices: true,
      dateOfBirthAtLink: true,
      providers: ["contoso"],
    },
    behaviour: { showLoginProviders: true, showLanguageOption: true },
    passwordRules: { maxConsecutive: 3, maxLength: 64 },
  },
  {
    availableLanguages: ["de"],
    signIn: { secureCredential: false, offerDevices: false, dateOfBirthAtLink: false, providers: [] },
    behaviour: { showLoginProviders: false, showLanguageOption: false },
    passwordRules: { maxConsecutive: null },
  },
])(
  "settings of a partner that each have their effect, or switch off what is not there, are well: %j",
  (settings) => {
    const text = JSON.stringify({ ...JSON.parse(sources.texts.get(partner) ?? ""), ...settings });
    expect(unused(withText(sources, partner, text))).toEqual([]);
  },
);

test("a partner may list the providers that applications send its people to, and show none", () => {
  const text = sources.texts.get(partner) ?? "";
  const hidden = set(["behaviour"], { showLoginProviders: false })(text) ?? "";
  const listed = set(["signIn"], { providers: ["contoso"] })(hidden);
  expect(unused(withText(sources, partner, listed))).toEqual([]);
});

test("the state of a link is not asked to be carried to another page", () => {
  const row = ["screens", "resetPassword", "steps", 0, "next", 0];
  const text = set([...row, "go"], "loginOtt")(sources.texts.get(screens) ?? "");
  const { findings } = checkConfig(withText(sources, screens, text));
  expect(findings.filter(({ rule }) => rule === "carried-parameter")).toEqual([]);
});

test("screens that only lead to each other are told, until the menu leads there", () => {
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const { home, sample, pressed } = config.screens;
  home.links = home.links.filter(({ to }: { to: string }) => to !== "sample" && to !== "pressed");
  sample.links = ["pressed"];
  pressed.links = ["sample"];
  const told = () => {
    const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config, null, 2)));
    return findings.filter(({ rule }) => rule === "reached-screen").map(({ message }) => message);
  };
  expect(told()).toEqual(['Nothing leads to the screen "sample".', 'Nothing leads to the screen "pressed".']);
  config.menu.push("sample");
  expect(told()).toEqual([]);
});

test("a screen that another one leads to at once is reached with it", () => {
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const { home } = config.screens;
  const link = home.links.find(({ to }: { to: string }) => to === "sample");
  link.to = "short";
  config.screens.short = { path: "/short", redirect: "sample" };
  const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config, null, 2)));
  expect(findings.filter(({ rule }) => rule === "reached-screen")).toEqual([]);
});

test("a call may refuse what its screen gives it, which the form does not show", () => {
  const problem = set(["problems", "username"], ["problems.generic"])(sources.texts.get(call) ?? "");
  const given = set(["screens", "sample", "submit", "with"], { username: "view.username" });
  const ofFormAlone = withText(
    withText(sources, call, problem),
    form,
    drop(["fields", 3])(sources.texts.get(form) ?? ""),
  );
  const told = (from: Sources) =>
    checkConfig(from).findings.filter(({ rule }) => rule === "problem-field").length;
  expect(told(ofFormAlone)).toBe(1);
  expect(told(withText(ofFormAlone, screens, given(sources.texts.get(screens) ?? "")))).toBe(0);
});

test("a page may say words of its own in place of the panel that shows its answer", () => {
  const page = set(["screens", "loggedOut", "panel"], "message")(sources.texts.get(screens) ?? "");
  const { findings } = checkConfig(withText(sources, screens, page));
  expect(findings.filter(({ rule }) => rule === "shown-answer")).toEqual([]);
});

test("a text that is no user name needs no autocomplete", () => {
  const edit = set(["fields", 1], { name: "phone", widget: "text" });
  const { findings } = checkConfig(withText(sources, form, edit(sources.texts.get(form) ?? "")));
  expect(findings).toEqual([]);
});

test.each([
  ["a phone number", "^[+0-9 -]+$"],
  ["a day or the name of a month", "^(\\d{4}-\\d{2}-\\d{2}|[A-Z][a-z]+)$"],
])("%s, whose pattern a day would match, is no day", (_what, pattern) => {
  const edit = set(["body", "properties", "phone", "pattern"], pattern);
  const { findings } = checkConfig(withText(sources, call, edit(sources.texts.get(call) ?? "")));
  expect(findings.filter(({ rule }) => rule === "field-widget")).toEqual([]);
});

/** The text of a file from the place of a finding on; of a file that is not there, nothing. */
function textAt(
  { texts }: Sources,
  { file, line, column }: { file: string; line: number; column: number },
): string {
  const lines = (texts.get(file) ?? "").split("\n");
  return lines
    .slice(line - 1)
    .join("\n")
    .slice(column - 1);
}

test.each([
  ["fr-CA", ['The partner "northwind" does not offer the language "de".']],
  ["de-AT", []],
])("texts of a partner in German are told where it offers %s alone", (language, told) => {
  const file = "partners/northwind/partner.json";
  const own = JSON.parse(sources.texts.get(file) ?? "");
  const offered = { ...own, defaultLanguage: language, availableLanguages: [language] };
  const variant = withText(sources, "locales/de-AT.json", sources.texts.get("locales/en.json"));
  const { findings } = checkConfig(withText(variant, file, JSON.stringify(offered)));
  expect(findings.map(({ message }) => message)).toEqual(told);
});

test.each([
  ["as in German", "Signed in as {name}", ["own-text"]],
  ["otherwise", "Hier als {name}", []],
])(
  "a partner's German that reads the same without it is told where a variant has it %s",
  (_how, text, told) => {
    const schema = { $schema: "../schemas/config/locale.schema.json" };
    const variant = JSON.stringify({ ...schema, shell: { signedInAs: text } });
    const file = "partners/northwind/locales/de.json";
    const own = JSON.parse(sources.texts.get(file) ?? "");
    const same = JSON.stringify({ ...own, shell: { ...own.shell, signedInAs: "Signed in as {name}" } });
    const { findings } = checkConfig(withText(withText(sources, "locales/de-AT.json", variant), file, same));
    expect(findings.map(({ rule }) => rule).filter((rule) => rule === "own-text")).toEqual(told);
  },
);

test("a partner's plural is told once all its forms read the same without it, and not before", () => {
  const file = "partners/northwind/locales/en-GB.json";
  const told = (minLength: object) => {
    const text = JSON.stringify({
      $schema: "../../../schemas/config/locale.schema.json",
      validation: minLength,
    });
    return checkConfig(withText(sources, file, text)).findings.map(({ rule }) => rule);
  };
  const one = { minLength_one: "Must be at least {count} character." };
  expect(told({ ...one, minLength_other: "At least {count} characters, please." })).toEqual([]);
  expect(told({ ...one, minLength_other: "Must be at least {count} characters." })).toEqual([
    "own-text",
    "own-text",
  ]);
});
