import { expect, it } from "vitest";
import { titleOf } from "./screen-title.ts";
import type { Screen, Step } from "./screens.ts";

const texts: Record<string, string> = {
  "screens.wizard.title": "Wizard",
  "screens.wizard.codes.title": "Save your recovery\u00adcodes",
};
const t = (key: string) => texts[key] ?? "";
const [screen, codes, other] = [
  { textId: "wizard" } as Screen,
  { id: "codes" } as Step,
  { id: "other" } as Step,
];

it.each([
  ["its screen", screen, "Wizard – Northwind"],
  [
    "a step with a title, without the hyphens of a narrow heading",
    codes,
    "Save your recoverycodes – Northwind",
  ],
  ["the screen of a step without one", other, "Wizard – Northwind"],
])("a page is called by %s", (_, part, title) => {
  expect(titleOf(t, screen, part, "Northwind")).toBe(title);
});
