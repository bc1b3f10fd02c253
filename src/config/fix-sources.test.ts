import { expect, test } from "vitest";
import { sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { fc } from "../../tests/support/samples.ts";
import { checkConfig } from "./check-config.ts";
import { editJson } from "./edit-json.ts";
import { fixSources } from "./fix-sources.ts";
import { ownFiles, readSources, type Sources } from "./read/sources.ts";
import { placedTexts } from "./resolve/texts.ts";

const sources = await readSources(process.cwd(), ownFiles);
const textOf = ({ texts }: Sources, file: string) => texts.get(file) ?? "";
const german = "locales/de.json";
const english = "locales/en-GB.json";

test("what has no findings stays as it is", () => {
  expect(fixSources(sources)).toEqual({ sources, mended: [] });
});

test("texts that a language lacks are copied from the source language, in its order, and marked", () => {
  const broken = withText(
    sources,
    german,
    edited(sources, german, [
      ["shell", "close"],
      ["mails", "pin"],
    ]),
  );
  const { sources: fixed, mended } = fixSources(broken);
  expect(checkConfig(fixed).findings).toEqual([]);
  const { shell, $untranslated } = JSON.parse(textOf(fixed, german));
  expect(shell.close).toBe("Close");
  expect($untranslated).toMatchObject({ "shell.close": "Close", "mails.pin.subject": expect.any(String) });
  expect(Object.keys(JSON.parse(textOf(fixed, german)).mails)).toEqual(
    Object.keys(JSON.parse(textOf(sources, german)).mails),
  );
  const line = textOf(fixed, german).split("\n").indexOf('    "close": "Close",') + 1;
  expect(mended[0]).toEqual({
    file: german,
    line,
    does: '"shell.close" copied from en-GB and marked as untranslated',
  });
});

test("a missing plural form is copied from the general one of its language", () => {
  const path = ["validation", "minLength_few"];
  const arabic = "locales/ar.json";
  const { sources: fixed } = fixSources(withText(sources, arabic, edited(sources, arabic, [path])));
  const { validation, $untranslated } = JSON.parse(textOf(fixed, arabic));
  expect(validation.minLength_few).toBe(validation.minLength_other);
  expect($untranslated).toEqual({ "validation.minLength_few": validation.minLength_other });
  expect(Object.keys(validation)).toEqual(Object.keys(JSON.parse(textOf(sources, arabic)).validation));
});

test.each([
  [english, "maxLength_one", "maxLength_few"],
  [german, "maxLength_one", "maxLength_few"],
  [german, "minLength_one", "minLength_onee"],
])("in %s the text of %s stays a person's where it is called %s", (file, right, wrong) => {
  const renamed = withText(sources, file, textOf(sources, file).replace(`"${right}"`, `"${wrong}"`));
  const { findings } = checkConfig(renamed);
  expect(findings.map(({ suggestion }) => suggestion)).toContain(`validation.${right}`);
  const fixed = fixSources(fixSources(renamed).sources).sources;
  expect(textOf(fixed, file)).toBe(textOf(renamed, file));
});

test("nothing is copied within the source language", () => {
  const path = ["validation", "minLength_one"];
  const broken = withText(sources, english, edited(sources, english, [path]));
  expect(fixSources(broken)).toEqual({ sources: broken, mended: [] });
});

test("a new language needs no more than its file", () => {
  const file = "locales/ru.json";
  const { sources: fixed } = fixSources(withText(sources, file, "{}\n"));
  expect(checkConfig(fixed).findings).toEqual([]);
  const { $untranslated, ...texts } = JSON.parse(textOf(fixed, file));
  expect(Object.keys($untranslated).length).toBe(placedTexts(texts).length);
  expect(texts.validation.minLength_many).toBe(JSON.parse(textOf(fixed, english)).validation.minLength_other);
});

test("a mark goes as soon as its text is translated, the others stay", () => {
  const marked = fixSources(
    withText(
      sources,
      german,
      edited(sources, german, [
        ["shell", "close"],
        ["shell", "reload"],
      ]),
    ),
  );
  const translated = editJson(textOf(marked.sources, german), [
    { path: ["shell", "close"], value: "Schließen" },
  ]);
  const { sources: fixed } = fixSources(withText(marked.sources, german, translated));
  expect(JSON.parse(textOf(fixed, german)).$untranslated).toEqual({ "shell.reload": "Reload" });
});

test("texts that nothing shows are removed from every language", () => {
  const screens = "screens.config.json";
  const without = withText(
    sources,
    screens,
    editJson(textOf(sources, screens), [
      { path: ["screens", "loginSecure"], remove: true },
      { path: ["screens", "login", "links", 1], remove: true },
    ]),
  );
  // As long as anything else is wrong, nobody knows.
  expect(fixSources(without).mended).toEqual([]);
  const { sources: fixed } = fixSources(withText(without, "states/loginSecure.json", undefined));
  for (const [file, text] of fixed.texts)
    if (file.startsWith("locales/")) expect(JSON.parse(text)).not.toHaveProperty("screens.loginSecure");
});

test("texts are never lost beside a mistake that may be why nobody needs them", () => {
  const screens = "screens.config.json";
  const broken = withText(
    sources,
    screens,
    textOf(sources, screens)
      .replace('"label": "sendPinAgain"', '"label": "aLabelThatNobodyCouldHaveMistakenForTheOtherOne"')
      .replace('"label": "sendPinAgain"', '"label": "aLabelThatNobodyCouldHaveMistakenForTheOtherOne"'),
  );
  const unused = checkConfig(broken).findings.filter(({ rule }) => rule === "unused-text");
  expect(unused.map(({ fix }) => fix?.does)).toContainEqual(
    expect.stringMatching(/sendPinAgain" removed: “.+”$/),
  );
  expect(fixSources(broken)).toEqual({ sources: broken, mended: [] });
});

test("a text that is shown stays although the source language lacks it", () => {
  const screens = "screens.config.json";
  const link = { path: ["screens", "home", "links", 0], value: { to: "recover", label: "first" } };
  const linked = withText(sources, screens, editJson(textOf(sources, screens), [link]));
  const needed = ["screens", "home", "links", "first"];
  const optional = ["screens", "recover", "continueTo"];
  for (const [all, file, path] of [
    [linked, german, needed],
    [sources, german, optional],
    [sources, "partners/northwind/locales/de.json", optional],
  ] as const) {
    const worded = withText(all, file, editJson(textOf(all, file), [{ path, value: "Hier geht es los" }]));
    expect(checkConfig(worded).findings).toMatchObject([
      { file, message: `The source language has no text "${path.join(".")}".` },
    ]);
    expect(fixSources(worded)).toEqual({ sources: worded, mended: [] });
  }
});

test("a text that was given another name keeps its translations until somebody has seen them", () => {
  const renamed = withText(
    sources,
    english,
    editJson(textOf(sources, english), [
      { path: ["messages", "accountLinked"], remove: true },
      { path: ["messages", "welcomeHere"], value: "Hello" },
    ]),
  );
  const changed = withText(
    renamed,
    "screens.config.json",
    textOf(sources, "screens.config.json").replaceAll('"accountLinked"', '"welcomeHere"'),
  );
  const { sources: fixed } = fixSources(changed);
  const { messages } = JSON.parse(textOf(fixed, german));
  expect(messages).toMatchObject({ welcomeHere: "Hello", accountLinked: expect.any(String) });
  const again = fixSources(fixed);
  expect(JSON.parse(textOf(again.sources, german)).messages).not.toHaveProperty("accountLinked");
  expect(again.mended).toContainEqual(
    expect.objectContaining({ does: expect.stringMatching(/^"messages.accountLinked" removed: “.+”$/) }),
  );
});

test("groups of texts and the texts in them are put into the order of the source language at once", () => {
  const { shell, screens, ...rest } = JSON.parse(textOf(sources, german));
  const { title, ...recover } = screens.recover;
  const turned = { ...rest, screens: { ...screens, recover: { ...recover, title } }, shell };
  const { sources: fixed, mended } = fixSources(
    withText(sources, german, `${JSON.stringify(turned, null, 2)}\n`),
  );
  expect(textOf(fixed, german)).toBe(textOf(sources, german));
  expect(mended.map(({ does }) => does)).toEqual([
    "texts put into the order of en-GB",
    'texts of "screens.recover" put into the order of en-GB',
  ]);
});

test("what may be a misspelt name is left for a person", () => {
  const misspelt = textOf(sources, german).replace('"skipToContent"', '"skipToContents"');
  const broken = withText(sources, german, misspelt);
  expect(fixSources(broken)).toEqual({ sources: broken, mended: [] });
});

test("mending again changes nothing, whatever was deleted, and no file loses its form", async () => {
  const sample = await sampleSources();
  const files = [...sample.texts.keys()].filter((file) => /locales\/.*\.json$/.test(file));
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), (file, seed) => {
      const places = placedTexts(JSON.parse(textOf(sample, file)));
      const path = places[seed % places.length]?.path ?? [];
      const once = fixSources(withText(sample, file, edited(sample, file, [path]))).sources;
      const again = fixSources(once);
      expect(again.mended).toEqual([]);
      expect(again.sources).toEqual(once);
      for (const [name, text] of once.texts)
        if (files.includes(name)) expect(JSON.stringify(JSON.parse(text), null, 2)).toBe(text.trimEnd());
    }),
    { numRuns: 5 },
  );
});

function edited(all: Sources, file: string, removed: string[][] | (readonly (string | number)[])[]): string {
  return editJson(
    textOf(all, file),
    removed.map((path) => ({ path, remove: true as const })),
  );
}
