import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { brotliWithMarks } from "./brotli-with-marks.ts";
import { filled, templateOf } from "./page-template.ts";

const base64url = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
const ofLength = (length: number) =>
  fc.string({ unit: fc.constantFrom(...base64url), minLength: length, maxLength: length });
const fresh = fc.record({ nonce: ofLength(22), token: ofLength(60) });
/** Of one letter each, and so alike that a copy of the wrong place would not show. */
const alike = base64url.map((letter) => ({ nonce: letter.repeat(22), token: letter.repeat(60) }));
const marks = { nonce: "ThisMarkIsTheNonces-01", token: `TheTokens.${"9-Zz_".repeat(10)}` };

/** Text as pages have it: often the same, in several scripts, with what looks like a value. */
const text = fc.oneof(
  fc.constantFrom(
    '<script nonce="',
    '">',
    '"token":"',
    "/>",
    "تسجيل الدخول",
    "כניסה",
    "Anmelden–",
    "\u0001\u001f",
    "𝒱",
  ),
  fc.string({ unit: fc.constantFrom(...base64url), maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 50 }),
);
/** Longer than what an encoder leaves out of sight at the edges of what it is given. */
const opening = '<!doctype html><meta name="viewport" content="width=device-width,initial-scale=1">'.repeat(
  2,
);
const page = fc
  .tuple(
    fc.shuffledSubarray(Object.values(marks)),
    fc.array(fc.oneof(text, fc.constantFrom(...Object.values(marks))), { maxLength: 60 }),
  )
  .map(([firsts, parts]) => {
    const isMissing = (part: string) => Object.values(marks).includes(part) && !firsts.includes(part);
    const rest = parts.filter((part) => !isMissing(part));
    return [opening, ...firsts.flatMap((mark) => [mark, opening]), ...rest].join("");
  });

async function asFilled(html: string, values: readonly (typeof marks)[]): Promise<void> {
  const bytes = Buffer.from(html);
  const compressed = templateOf(await brotliWithMarks(bytes, marks), marks);
  for (const value of values)
    expect(brotliDecompressSync(filled(compressed, value)).toString()).toBe(
      html.replaceAll(marks.nonce, value.nonce).replaceAll(marks.token, value.token),
    );
}

it("is the page with whatever stands in place of the marks", async () => {
  const sample = fc.tuple(page, fc.array(fresh, { minLength: 1, maxLength: 5 }));
  await fc.assert(fc.asyncProperty(sample, ([html, values]) => asFilled(html, values)));
});

it("is the page with values in which all letters are alike, whatever stands next to them", async () => {
  await fc.assert(
    fc.asyncProperty(page, (html) => asFilled(html, alike)),
    { numRuns: 20 },
  );
});

it("has each mark once, however often the page has it", async () => {
  const html = `${opening}${`<i nonce="${marks.nonce}">${opening}${marks.token}</i>`.repeat(50)}`;
  const compressed = await brotliWithMarks(Buffer.from(html), marks);
  expect(templateOf(compressed, marks).places.map(({ name }) => name)).toEqual(["nonce", "token"]);
  expect(compressed.length).toBeLessThan(250);
});

it("refuses a value that is longer or shorter than its place", () => {
  const template = templateOf(Buffer.from(`<p>${marks.nonce}`), marks);
  expect(() => filled(template, { ...marks, nonce: "short" })).toThrow("22 characters");
});
