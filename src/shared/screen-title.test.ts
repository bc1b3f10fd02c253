import { expect, it } from "vitest";
import { titleOf } from "./screen-title.ts";
import type { Screen, Step } from "./screens.ts";
import { translator } from "./translate.ts";

const texts = {
  "shell.errorTitle": "Error: {title}",
  "screens.wizard.title": "Wizard",
  "screens.wizard.codes.title": "Save your recovery\u00adcodes",
};
const t = translator(texts, "en");
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
  expect(titleOf(t, screen, part, "Northwind", {})).toBe(title);
});

it("a page that something is wrong with says so first", () => {
  const problems = { username: [{ code: "validation.required" }] };
  expect(titleOf(t, screen, screen, "Northwind", problems)).toBe("Error: Wizard – Northwind");
});
