import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { compressedTemplate } from "./compressed-template.ts";
import { filled, templateOf } from "./page-template.ts";

const base64url = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
const ofLength = (length: number) =>
  fc.string({ unit: fc.constantFrom(...base64url), minLength: length, maxLength: length });
const fresh = fc.record({ nonce: ofLength(22), token: ofLength(60), request: ofLength(21) });
/** Of one letter each, and so alike that a copy of the wrong place would not show. */
const alike = base64url.map((letter) => ({
  nonce: letter.repeat(22),
  token: letter.repeat(60),
  request: letter.repeat(21),
}));
const marks = {
  nonce: "ThisMarkIsTheNonces-01",
  token: `TheTokens.${"9-Zz_".repeat(10)}`,
  request: "TheMarkOfTheRequest-3",
};

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
const long = '<!doctype html><meta name="viewport" content="width=device-width,initial-scale=1">'.repeat(2);
const mark = fc.constantFrom(...Object.values(marks));
const page = fc
  .record({
    // The first of each, which may stand close together.
    firsts: fc.shuffledSubarray(Object.values(marks)),
    between: fc.array(text, { minLength: 3, maxLength: 3 }),
    rest: fc.array(fc.oneof(text, mark), { maxLength: 60 }),
  })
  .map(({ firsts, between, rest }) => {
    const isMissing = (part: string) => Object.values(marks).includes(part) && !firsts.includes(part);
    const start = firsts.flatMap((first, index) => [first, between[index]]);
    return [long, ...start, long, ...rest.filter((part) => !isMissing(part))].join("<");
  });

async function asFilled(html: string, values: readonly (typeof marks)[]): Promise<void> {
  const bytes = Buffer.from(html);
  const compressed = await compressedTemplate(bytes, marks);
  for (const value of values)
    expect(brotliDecompressSync(filled(compressed, value)).toString()).toBe(
      html
        .replaceAll(marks.nonce, value.nonce)
        .replaceAll(marks.token, value.token)
        .replaceAll(marks.request, value.request),
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
  const html = `${long}${`<i nonce="${marks.nonce}">${long}${marks.token}</i>`.repeat(50)}`;
  const compressed = await compressedTemplate(Buffer.from(html), marks);
  expect(compressed.places.map(({ name }) => name)).toEqual(["nonce", "token"]);
  expect(compressed.bytes.length).toBeLessThan(250);
});

it("refuses a value that is longer or shorter than its place", () => {
  const template = templateOf(Buffer.from(`<p>${marks.nonce}`), marks);
  expect(() => filled(template, { ...marks, nonce: "short" })).toThrow("22 characters");
});
