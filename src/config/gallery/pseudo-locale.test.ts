import { expect, it } from "vitest";
import { pseudoText } from "./pseudo-locale.ts";

it("makes every letter another one and the text longer by two fifths, within brackets", () => {
  const text = pseudoText("en-XA", "Forgot your password?");
  expect(text).toMatch(/^\[Ƒöŕĝöţ ýöûŕ þåššŵöŕð\? .+\]$/);
  expect(text.length).toBeGreaterThan("Forgot your password?".length * 1.3);
  expect(pseudoText("en-XA", "")).toBe("");
});

it.each(["en-XA", "ar-XB"] as const)("keeps placeholders and line breaks in %s", (locale) => {
  const text = pseudoText(locale, "Hello {name},\n\n{code} is yours");
  expect(text.match(/\{\w+\}|\n/g)).toEqual(["{name}", "\n", "\n", "{code}"]);
});

it("writes every word from right to left, and leaves what is filled in as it is", () => {
  const text = pseudoText("ar-XB", "For {name} only");
  expect(text).toBe("\u200f\u202eFor\u202c\u200f {name} \u200f\u202eonly\u202c\u200f");
});
