import fc from "fast-check";
import { expect, test } from "vitest";
import { compileForm } from "../../src/client/build/compile-form.ts";
import { type Config, configOf } from "../../src/config/read-config.ts";
import { readSources, type Sources } from "../../src/config/sources.ts";
import { directionOf } from "../../src/shared/languages.ts";
import { brandOf, schemes } from "../../src/shared/palette.ts";
import { neededTexts, textsOfScreen } from "../../src/shared/screen-texts.ts";
import { partOf, screenAt } from "../../src/shared/screens.ts";
import { withText } from "../support/sample-sources.ts";

const sources = await readSources(process.cwd(), {
  clientsFile: "src/server/demo/clients.config.json",
  vendorsFile: "src/server/demo/vendors.config.json",
});
const files = [...sources.texts.keys()].filter((file) =>
  /^(screens\.config|schemas\/(forms|calls|entities)\/.*|partners\/.*|locales\/.*)\.?json$/.test(file),
);

const damage = fc.record({
  file: fc.constantFrom(...files),
  node: fc.nat(),
  kind: fc.constantFrom("delete", "rename", "retype"),
  value: fc.constantFrom<unknown>(null, true, 0, "", "x", "home", "view.x", [], {}),
});

test("whatever damage the check lets pass, every page can still be made", { timeout: 60_000 }, () => {
  let passed = 0;
  fc.assert(
    fc.property(damage, (each) => {
      const text = damaged(sources.texts.get(each.file) ?? "", each);
      const changed = withText(sources, each.file, text);
      const { config } = configOf(changed);
      if (config === undefined) return;
      passed += 1;
      expect(() => makePages(config)).not.toThrow();
      if (each.file.startsWith("schemas/")) expect(() => makeForms(config, changed)).not.toThrow();
    }),
    { numRuns: 40 },
  );
  expect(passed).toBeGreaterThan(0);
});

/** What server and client make of a configuration before anybody asks for a page. */
function makePages(config: Config): void {
  const known = new Set(neededTexts(config));
  for (const screen of Object.values(config.screens)) {
    if (screen.path !== "*") expect(screenAt(config.screens, screen.path).id).toBe(screen.id);
    expect(textsOfScreen(config.screens, screen.id).length).toBeGreaterThan(0);
    for (const { id } of screen.steps) expect(partOf(screen, { step: id })).toMatchObject({ id });
  }
  for (const partner of Object.values(config.partners)) {
    for (const scheme of Object.values(schemes)) brandOf(partner.themesBackgroundColor, scheme);
    for (const language of partner.availableLanguages) {
      const texts = config.texts(partner.partnerId, language);
      const missing = [...known].filter((key) => !(key in texts) && !(`${key}_other` in texts));
      // What no language has is told, and only then falls back to nothing.
      expect(missing.length).toBeLessThan(known.size);
      directionOf(language);
    }
  }
}

function makeForms(config: Config, { texts }: Sources): void {
  for (const id of Object.keys(config.forms)) {
    compileForm(id, `schemas/forms/${id}.json`, (file) => JSON.parse(texts.get(file) ?? "{}"));
  }
}

function damaged(
  text: string,
  { node, kind, value }: { node: number; kind: string; value: unknown },
): string {
  const document: unknown = JSON.parse(text);
  const places = placesOf(document);
  const place = places[node % Math.max(places.length, 1)];
  if (place === undefined) return text;
  const { holder, key } = place;
  if (kind === "retype") Reflect.set(holder, key, value);
  if (kind === "rename") Reflect.set(holder, `${key}x`, Reflect.get(holder, key));
  if (kind !== "retype") Reflect.deleteProperty(holder, key);
  // A list that lost an item has no hole.
  return JSON.stringify(document, (_, inner) => (Array.isArray(inner) ? inner.filter(() => true) : inner));
}

function placesOf(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...placesOf(inner)]);
}
