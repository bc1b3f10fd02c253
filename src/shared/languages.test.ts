import { describe, expect, it } from "vitest";
import { directionOf, matchLanguage, pickLanguage } from "./languages.ts";

describe("directionOf", () => {
  // The list of the specification, section 9.
  it.each("ar arc dv fa ha he khw ks ku ps ur yi".split(" "))("writes %s from right to left", (language) => {
    expect(directionOf(language)).toBe("rtl");
    expect(directionOf(`${language}-XX`)).toBe("rtl");
  });

  it.each(["en-GB", "en", "fr-CA", "de", "es", "arn", "hak"])("writes %s from left to right", (language) => {
    expect(directionOf(language)).toBe("ltr");
  });
});

describe("pickLanguage", () => {
  const available = ["en-GB", "fr-CA", "de"];

  it.each([
    ["en", "en-GB"],
    ["en-US", "en-GB"],
    ["de-AT", "de"],
    ["fr", "fr-CA"],
    ["es-MX", undefined],
  ])("serves %s by %s", (wanted, language) => {
    expect(matchLanguage(wanted, available)).toBe(language);
  });

  it("takes plain English for another English, where there is both", () => {
    const both = ["en-GB", "en"];
    expect(["en", "en-US", "en-GB"].map((wanted) => matchLanguage(wanted, both))).toEqual([
      "en",
      "en",
      "en-GB",
    ]);
  });

  it.each([
    ["en-GB-oxendict", "en-GB"],
    ["fr-CA-x-work", "fr-CA"],
    ["EN-gb-u-hc-h12", "en-GB"],
  ])("serves %s, which says more, by %s", (wanted, language) => {
    expect(matchLanguage(wanted, ["en", "en-GB", "fr", "fr-CA"])).toBe(language);
  });

  it.each([
    ["iw", "he"],
    ["iw-IL", "he"],
    ["arb", "ar"],
  ])("serves %s, which has another code today, by %s", (wanted, language) => {
    expect(matchLanguage(wanted, ["en-GB", "he", "ar"])).toBe(language);
  });

  it.each(["", "*", "x-private", "de_DE", "-", "12"])(
    "serves %j, which names no language, by none",
    (wanted) => {
      expect(matchLanguage(wanted, available)).toBeUndefined();
    },
  );

  it("prefers the exact tag, then the base language, in the order of the wishes", () => {
    expect(matchLanguage("FR-ca", available)).toBe("fr-CA");
    expect(matchLanguage("fr", available)).toBe("fr-CA");
    expect(pickLanguage([undefined, "es", "de-AT", "en"], available, "en-GB")).toBe("de");
    expect(pickLanguage(["es"], available, "en-GB")).toBe("en-GB");
  });
});
