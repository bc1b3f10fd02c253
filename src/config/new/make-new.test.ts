import { expect, test } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { checkConfig } from "../check-config.ts";
import { proportionOf } from "../read/image-kind.ts";
import { partnerImages } from "../read/image-uses.ts";
import { ownFiles, readSources, type Sources } from "../read/sources.ts";
import { type Made, makeNew, planners } from "./make-new.ts";
import { type Planner, Refusal } from "./plan.ts";

const sources = await readSources(process.cwd(), ownFiles);

function make(from: Sources, kind: string, name: string, ...rest: string[]): Made {
  return makeNew(from, planners[kind] as Planner, name, rest);
}

/** The sources as they are once everything is written. */
function written(from: Sources, { texts }: Made): Sources {
  const partnerFiles = [...texts].filter(([file]) => file.startsWith("partners/"));
  return {
    ...from,
    texts: new Map([...from.texts, ...texts]),
    partnerFiles: new Map([...from.partnerFiles, ...partnerFiles]),
  };
}

function json(made: Made, file: string) {
  return JSON.parse(made.texts.get(file) ?? "{}");
}

test.each([
  ["screen", "holidayRequests"],
  ["form", "new-mail-address", "UpdateContact"],
  ["form", "sign-in-again", "Login"],
  ["language", "it"],
  ["language", "de-AT"],
  ["language", "en-US"],
  ["language", "fa"],
  ["partner", "blue-harbour"],
])("after a new %s %s all is well", (kind, name, ...rest) => {
  const made = make(sources, kind, name, ...rest);
  expect(checkConfig(written(sources, made)).findings).toEqual([]);
  for (const { file, line } of made.places)
    expect(made.texts.get(file)?.split("\n")[line - 1]?.trim()).toBeTruthy();
});

test("a screen stands behind the address before its own, and the home page leads to it and back", () => {
  const made = make(sources, "screen", "holidayRequests");
  const { screens } = json(made, "screens.config.json");
  expect(screens.holidayRequests).toEqual({
    path: "/account/holiday-requests",
    panel: "message",
    links: ["home"],
  });
  const ids = Object.keys(screens);
  expect(ids[ids.indexOf("holidayRequests") + 1]).toBe("link");
  expect(screens.home.links.at(-1)).toEqual({ to: "holidayRequests", listed: true });
});

test("its texts are English to begin with, marked in every other language", () => {
  const made = make(sources, "screen", "holidayRequests");
  const texts = { title: "Holiday requests", link: "Holiday requests", text: "Holiday requests" };
  expect(json(made, "locales/en-GB.json").screens.holidayRequests).toEqual(texts);
  for (const language of ["ar", "de", "es", "fr-CA", "he"]) {
    const { screens, $untranslated } = json(made, `locales/${language}.json`);
    expect(screens.holidayRequests).toEqual(texts);
    expect(Object.keys($untranslated)).toEqual(
      Object.keys(texts).map((name) => `screens.holidayRequests.${name}`),
    );
  }
});

test("nothing else of a file changes", () => {
  const made = make(sources, "screen", "holidayRequests");
  for (const [file, text] of made.texts) {
    const lines = new Set(text.split("\n").map((line) => line.replace(/,$/, "")));
    const lost = (sources.texts.get(file) ?? "")
      .split("\n")
      .filter((line) => !lines.has(line.replace(/,$/, "")));
    expect(lost).toEqual([]);
  }
});

test("a screen with a form sends it with its call, and each outcome leads on", () => {
  const first = written(sources, make(sources, "form", "forgotten", "Recover"));
  const { screens } = json(make(first, "screen", "forgotten", "forgotten"), "screens.config.json");
  expect(screens.forgotten).toMatchObject({
    form: "forgotten",
    submit: { call: "Recover" },
    next: [{ when: { outcome: "sent" }, go: "home" }],
  });
});

test("a form shows a property as other forms do, and else as its type asks", () => {
  const made = make(sources, "form", "try", "SendOTP");
  const { fields } = json(made, "schemas/forms/try.json");
  expect(fields).toEqual([
    { name: "purpose", widget: "select" },
    { name: "channel", widget: "select" },
    { name: "username", widget: "text", autocomplete: "username" },
  ]);
  expect(json(made, "locales/en-GB.json").forms.try.channel.options).toEqual({ sms: "Sms", mail: "Mail" });
});

test("the logo of a new partner is no thin line, however long its name is", () => {
  const name = "a-very-long-name-of-a-partner-that-works-everywhere";
  const drawing = make(sources, "partner", name).texts.get(`partners/${name}/logo.svg`);
  const { widest } = partnerImages[0] ?? {};
  expect(proportionOf({ start: "<svg " }, drawing)).toBeLessThanOrEqual(widest ?? 0);
});

test("a form says how a screen with it is made", () => {
  expect(make(sources, "form", "ask-again", "Recover").next[2]).toContain(
    "npm run new screen askAgain ask-again",
  );
});

test("a language takes one file, and nobody sees it before a partner lists it", () => {
  const made = make(sources, "language", "it");
  expect([...made.texts.keys()]).toEqual(["locales/it.json"]);
});

test.each([
  ["de-AT", "de"],
  ["en-US", "en-GB"],
])("a variant such as %s begins without texts: it has what differs from %s", (language, whole) => {
  const made = make(sources, "language", language);
  expect(Object.keys(json(made, `locales/${language}.json`))).toEqual(["$schema"]);
  expect(made.next[0]).toContain(`only what differs from locales/${whole}.json`);
});

test.each([
  ["screen", ["Holiday-Requests"], "Try: npm run new screen holidayRequests"],
  ["screen", ["1st"], '"1st" is no name for a screen'],
  ["screen", ["login"], /There is a screen "login" already: screens\.config\.json:\d+$/],
  ["screen", ["holidays", "logn"], 'Did you mean "login"?'],
  [
    "screen",
    ["holidays", "link"],
    /makes:\n {2}schemas\/forms\/link\.json: There is no fact "view\.username"/,
  ],
  ["form", ["NewForm", "Login"], "Try: npm run new form new-form"],
  ["form", ["holidays"], "npm run new form holidays <Call>"],
  ["form", ["holidays", "Logn"], 'Did you mean "Login"?'],
  ["form", ["holidays", "User"], "takes nothing"],
  ["form", ["login", "Login"], "schemas/forms/login.json"],
  ["language", ["Italian"], "Try: npm run new language it"],
  ["language", ["pt_br"], "Try: npm run new language pt-BR"],
  ["language", ["xx"], '"xx" is no name for a language'],
  ["language", ["de"], "locales/de.json"],
  ["partner", ["Blue Harbour"], "Try: npm run new partner blue-harbour"],
  ["partner", ["default"], "partners/default/"],
] as const)("a new %s %j is refused with the reason", (kind, [name, ...rest], reason) => {
  const attempt = () => make(sources, kind, name, ...rest);
  expect(attempt).toThrow(Refusal);
  expect(attempt).toThrow(reason);
});

test("nothing is made where the files are not well", () => {
  const texts = new Map([...sources.texts].filter(([file]) => file !== "schemas/forms/login.json"));
  expect(() => make({ ...sources, texts }, "partner", "blue-harbour")).toThrow("mend first");
});

test("no name does harm: it is taken or refused", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(planners)), fc.string(), (kind, name) => {
      try {
        expect(checkConfig(written(sources, make(sources, kind, name, "Login"))).findings).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: 5 },
  );
});
