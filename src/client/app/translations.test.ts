import { describe, expect, it, vi } from "vitest";
import { englishTexts } from "../../../tests/support/sample-page-state.ts";
import { type TextParams, translator } from "../../shared/translate.ts";
import { catalogueUrlOf, createTranslations } from "./translations.ts";

const texts = englishTexts();
const keys = [
  ...new Set(Object.keys(texts).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ""))),
];

describe("i18next and the first screen's translations", () => {
  const one = translator(texts, "en-GB");
  const other = createTranslations()("en-GB", texts);

  it.each(keys)("give the same text for %s", (key) => {
    const given: TextParams[] = [
      {},
      ...[0, 1, 2, 21, 1234567].map((count) => ({ count, ...words })),
      words,
      { ...words, name: "{code} $t(shell.back) <b>&amp;", text: "{{name}}" },
    ];
    for (const params of given) expect(other(key, params)).toBe(one(key, params));
    expect(other(key)).toBe(one(key));
  });

  it("write numbers by the same digits where a language has its own", () => {
    const arabic = { days_other: "{count}" };
    const [ours, theirs] = [translator(arabic, "ar-EG"), createTranslations()("ar-EG", arabic)];
    expect([ours("days", { count: 30 }), theirs("days", { count: 30 })]).toEqual(["30", "30"]);
  });

  it("give nothing for an unknown key", () => {
    expect(other("no.such.key")).toBe("");
    expect(other("screens.login")).toBe(one("screens.login"));
  });

  it("follow the plural rules and numbers of a language", () => {
    const polish = {
      files_one: "{count} plik",
      files_few: "{count} pliki",
      files_many: "{count} plików",
      files_other: "{count} pliku",
    };
    const [ours, theirs] = [translator(polish, "pl"), createTranslations()("pl", polish)];
    for (const count of [0, 1, 2, 5, 22, 25, 1.5, 12345])
      expect(theirs("files", { count })).toBe(ours("files", { count }));
  });

  it("say nothing on the console", () => {
    const said = (["log", "info", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    createTranslations()("de", { a: "b {c}" })("a");
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

const words = {
  name: "Ärzte & Söhne",
  field: "User name",
  code: "AB12",
  number: "17",
  date: "1 Jan",
  filter: "x",
};

it("finds the catalogue of another language beside the one it has", () => {
  expect(catalogueUrlOf("/catalogues/de/en-GB.1a2b.json", "en-GB", "de")).toBe("/catalogues/de/de.1a2b.json");
});
