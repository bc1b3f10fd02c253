import { describe, expect, it } from "vitest";
import { directionOf, matchLanguage, pickLanguage, rightToLeftLanguages } from "./languages.ts";

describe("directionOf", () => {
  it.each(rightToLeftLanguages)("writes %s from right to left", (language) => {
    expect(directionOf(language)).toBe("rtl");
    expect(directionOf(`${language}-XX`)).toBe("rtl");
  });

  it.each(["en-GB", "en", "fr-CA", "de", "es", "arn", "hak"])("writes %s from left to right", (language) => {
    expect(directionOf(language)).toBe("ltr");
  });
});

describe("pickLanguage", () => {
  const available = ["en-GB", "fr-CA", "de"];

  it("prefers the exact tag, then the base language, in the order of the wishes", () => {
    expect(matchLanguage("FR-ca", available)).toBe("fr-CA");
    expect(matchLanguage("fr", available)).toBe("fr-CA");
    expect(pickLanguage([undefined, "es", "de-AT", "en"], available, "en-GB")).toBe("de");
    expect(pickLanguage(["es"], available, "en-GB")).toBe("en-GB");
  });
});
