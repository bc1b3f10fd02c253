import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { buttonContrast, contrast, textContrast } from "../../shared/contrast.ts";
import { brandOf, colourSet, schemes } from "../../shared/palette.ts";
import { themeOf } from "./theme.ts";

/** Contrast that controls need against what is beside them (WCAG 2.2, 1.4.11). */
const controlContrast = 3;

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe.each(Object.entries(schemes))("the %s scheme", (_name, scheme) => {
  const grounds = [scheme.paper, scheme.ground];

  it("keeps every text readable on every ground", () => {
    const inks = [scheme.ink, scheme.quiet, scheme.info, scheme.success, scheme.warning, scheme.danger];
    for (const ink of inks)
      for (const ground of grounds) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(textContrast);
      }
  });

  it("shows where inputs are", () => {
    for (const ground of grounds)
      expect(contrast(scheme.border, ground)).toBeGreaterThanOrEqual(controlContrast);
  });

  it("is readable whatever colour a partner has", () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const { primary, link, side, hall } = brandOf(colour, scheme);
        expect(contrast(hall.contrastText, hall.main)).toBeGreaterThanOrEqual(textContrast);
        for (const ground of [...grounds, side])
          expect(contrast(link, ground)).toBeGreaterThanOrEqual(textContrast);
        for (const ground of grounds)
          expect(contrast(primary.main, ground)).toBeGreaterThanOrEqual(buttonContrast);
        for (const ink of [scheme.ink, scheme.quiet])
          expect(contrast(ink, side)).toBeGreaterThanOrEqual(textContrast);
      }),
    );
  });
});

it("writes readable text on a button of any colour, also under the pointer", () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const { main, dark, contrastText } = colourSet(colour);
      for (const ground of [main, dark])
        expect(contrast(contrastText, ground)).toBeGreaterThanOrEqual(textContrast);
    }),
  );
});

it("leaves a partner's colour as it is where it can be read", () => {
  expect(brandOf("#1f5fa8", schemes.light).primary.main).toBe("#1f5fa8");
});

it("makes one theme of a colour, whose every variable has its value in both schemes, chosen or the system's, and no dark one on paper", () => {
  const theme = themeOf("#1f5fa8");
  expect(themeOf("#1f5fa8")).toBe(theme);
  const names = [...JSON.stringify(theme.vars).matchAll(/"var\((--v-[\w-]+)\)"/g)].map(([, name]) => name);
  expect(names).toContain("--v-palette-primary-main");
  const rules = Object.assign({}, ...theme.variables);
  // Of rules that weigh the same the later one holds.
  expect(Object.keys(rules)).toEqual([
    ':root, [data-theme="light"]',
    "@media screen",
    "@media (prefers-color-scheme: dark)",
  ]);
  const chosen = rules["@media screen"]['[data-theme="dark"]'];
  const ofTheSystem = rules["@media (prefers-color-scheme: dark)"][":root:not([data-theme])"];
  expect(rules[':root, [data-theme="light"]']).toMatchObject({ colorScheme: "light" });
  expect(chosen).toMatchObject({ colorScheme: "dark" });
  expect(ofTheSystem).toEqual(chosen);
  for (const rule of [rules[':root, [data-theme="light"]'], ofTheSystem])
    expect(Object.keys(rule).sort()).toEqual(["colorScheme", ...names].sort());
});
