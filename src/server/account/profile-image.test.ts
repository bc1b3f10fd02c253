import { expect, it } from "vitest";
import { initialsImage } from "./profile-image.ts";

const shown = (name: string) => /fill="#fff">(.*)<\/text>/.exec(initialsImage(name))?.[1];

it.each([
  ["Robin Doe", "RD"],
  ["Robin van der Berg", "RB"],
  ["robin", "R"],
  ["robin.doe@northwind.example", "RE"],
  ["Émile Ørsted", "ÉØ"],
  ["李 小龙", "李小"],
  ["محمد علي", "مع"],
  ["\u202eevil \u0000name", "EN"],
  ["<b> & \"'", "B"],
  ["", ""],
])("%j shows %s", (name, initials) => {
  expect(shown(name)).toBe(initials);
});

it("gives a name the same colour each time", () => {
  expect(initialsImage("Robin Doe")).toBe(initialsImage("Robin Doe"));
});
