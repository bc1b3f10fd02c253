import { expect, it } from "vitest";
import { headingOf, titleOf } from "./screen-title.ts";
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
  ["its screen", screen, "Wizard"],
  ["a step with a title", codes, "Save your recovery\u00adcodes"],
  ["the screen of a step without one", other, "Wizard"],
])("a page is headed by %s", (_, part, heading) => {
  expect(headingOf(t, screen, part)).toBe(heading);
});

it("a page is called as it is headed, without the hyphens of a narrow heading", () => {
  expect(titleOf(t, "Save your recovery\u00adcodes", "Northwind", {})).toBe(
    "Save your recoverycodes – Northwind",
  );
});

it("a page that something is wrong with says so first", () => {
  const problems = { username: [{ code: "validation.required" }] };
  expect(titleOf(t, "Wizard", "Northwind", problems)).toBe("Error: Wizard – Northwind");
});
