import { expect, it } from "vitest";
import { type LanguageWishes, languageOf } from "./language-of.ts";

const partner = {
  availableLanguages: ["en-GB", "de", "fr-CA", "es"],
  defaultLanguage: "en-GB",
  ownDefaultLanguage: false,
};

it.each<[string, Partial<LanguageWishes>, string]>([
  ["nothing is known", {}, "en-GB"],
  ["the browser prefers an available one", { acceptLanguage: "de-AT,de;q=0.9,en;q=0.8" }, "de"],
  ["the browser prefers another English", { acceptLanguage: "en-US,en;q=0.9,de;q=0.8" }, "en-GB"],
  ["the browser prefers by quality, not by order", { acceptLanguage: "en;q=0.3, es ;q=0.9, de;q=0.5" }, "es"],
  ["the browser refuses one", { acceptLanguage: "de;q=0, ja" }, "en-GB"],
  ["the browser names none of them", { acceptLanguage: "ja,*;q=0.5" }, "en-GB"],
  ["the header is nonsense", { acceptLanguage: ";;;q=,<script>,\u0000" }, "en-GB"],
  ["the header is endless", { acceptLanguage: `${"x".repeat(100_000)},de` }, "en-GB"],
  ["chosen in this browser before", { cookie: "es", acceptLanguage: "de" }, "es"],
  ["kept with the account", { user: "fr-CA", cookie: "es" }, "fr-CA"],
  ["the application asks for one", { requested: ["xx", "de"], user: "fr-CA", cookie: "es" }, "de"],
  ["the application asks for none that there is", { requested: ["xx"], user: "fr-CA" }, "fr-CA"],
  ["chosen during this sign-in", { chosenHere: "es", requested: ["de"], user: "fr-CA" }, "es"],
  ["a mailed link asks for one", { linked: ["es"], acceptLanguage: "de" }, "es"],
  ["a mailed link asks for another than was chosen", { linked: ["es"], cookie: "fr-CA" }, "fr-CA"],
  ["a mailed link asks for none that there is", { linked: ["xx"], acceptLanguage: "de" }, "de"],
  ["a choice that is not offered any more", { cookie: "it", acceptLanguage: "de" }, "de"],
])("%s", (_case, wishes, language) => {
  expect(languageOf({ ...wishes, partner })).toBe(language);
});

it("puts a default that the partner itself names before the browser, behind every choice of a person", () => {
  const own = { ...partner, defaultLanguage: "fr-CA", ownDefaultLanguage: true };
  expect(languageOf({ acceptLanguage: "de", partner: own })).toBe("fr-CA");
  expect(languageOf({ acceptLanguage: "de", cookie: "es", partner: own })).toBe("es");
});
