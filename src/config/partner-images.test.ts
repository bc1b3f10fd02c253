import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFilesForTest } from "../../tests/support/data-files-for-test.ts";
import { sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { checkConfig } from "./check-config.ts";
import { ownFiles as files, readSources } from "./read/sources.ts";

const sources = await sampleSources();
const folder = "partners/northwind/";

// How a PNG ends, and how a JPEG.
const wholeEnd = "IEND\xaeB`\x82\xff\xd9";

/** What is told of an image that begins with some bytes and is named for a use. */
function toldOf(use: object, name: string, start: string, size = 100, end = wholeEnd): string[] {
  const file = `${folder}partner.json`;
  const partner = { ...JSON.parse(sources.texts.get(file) ?? "{}"), ...use };
  const { findings } = checkConfig({
    ...withText(sources, file, JSON.stringify(partner)),
    partnerFiles: new Map([...sources.partnerFiles, [folder + name, ""]]),
    imageFiles: new Map([...sources.imageFiles, [folder + name, { start, size, end }]]),
  });
  // Those that it takes the place of are named by nothing any more.
  const told = findings.filter(({ rule }) => rule !== "partner-logo" && rule !== "partner-setting");
  expect(told.map(({ rule }) => rule)).toEqual(told.map(() => "partner-file"));
  return told.map(({ message }) => message);
}

const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const pngOf = (width: number, height: number) =>
  png + [width, height].map((side) => `\0\0${String.fromCharCode(side >> 8, side & 255)}`).join("");
const jpeg = "\xff\xd8\xff\xe0\0\x10JFIF\0";
const webp = "RIFF\x24\0\0\0WEBPVP8 ";
const avif = "\0\0\0\x1cftypmif1\0\0\0\0mif1avif";
const heic = "\0\0\0\x18ftypheic\0\0\0\0mif1heic";

test.each([
  ["logo2.png", png],
  ["logo2.webp", webp],
  ["back.jpg", jpeg],
  ["back.avif", avif],
])("an image that is what its ending says is well: %s", (name, start) => {
  expect(toldOf({ background: name }, name, start)).toEqual([]);
});

test.each([
  ["logo2.png", "", '"logo2.png" is empty.'],
  ["logo2.png", "this is no image", '"logo2.png" is no image that browsers show: save it as a PNG.'],
  ["logo2.png", " <?xml version='1.0'?>", '"logo2.png" is an SVG: name it logo2.svg.'],
  ["logo.2.webp", png, '"logo.2.webp" is a PNG: name it logo.2.png.'],
  ["logo2.png", jpeg, '"logo2.png" is a JPEG, which is not shown here: save it as a PNG.'],
  ["logo2.png", "GIF89a\x01\0", '"logo2.png" is a GIF, which is not shown here: save it as a PNG.'],
  ["logo2.webp", "RIFF\x24\0\0\0WAVEfmt ", '"logo2.webp" is no image that browsers show: save it as a PNG.'],
  ["logo2.svg", png, '"logo2.svg" is a PNG: name it logo2.png.'],
])("a logo %s that begins %j is told", (name, start, message) => {
  expect(toldOf({ logo: name }, name, start)).toEqual([message]);
});

test("an image that is cut off is told", () => {
  expect(toldOf({ logo: "logo2.png" }, "logo2.png", png, 100, "IDAT")).toEqual([
    '"logo2.png" is cut off: copy it anew.',
  ]);
  expect(toldOf({ logo: "logo2.webp" }, "logo2.webp", webp, 43)).toEqual([
    '"logo2.webp" is cut off: copy it anew.',
  ]);
  expect(toldOf({ background: "back.jpg" }, "back.jpg", jpeg, 100, "more")).toEqual([
    '"back.jpg" is cut off: copy it anew.',
  ]);
});

test("what a program wrote behind the end of an image is no harm", () => {
  const more = "x".repeat(200);
  expect(toldOf({ logo: "logo2.png" }, "logo2.png", png, 400, `IEND${more}`)).toEqual([]);
  expect(toldOf({ background: "back.jpg" }, "back.jpg", jpeg, 400, `\xff\xd9${more}`)).toEqual([]);
});

test("a drawing is as wide as its own viewBox says, wherever that stands, and no other", () => {
  const told = (drawing: string) =>
    checkConfig(withText(sources, `${folder}logo.svg`, drawing)).findings.map(({ rule }) => rule);
  const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
  expect(told(`<svg viewBox="0 0 6000 100" ${xmlns}><path d="M0 0h1"/></svg>`)).toEqual(["partner-file"]);
  const inner = '<svg viewBox="0 0 6000 100"><path d="M0 0h1"/></svg>';
  expect(told(`<svg ${xmlns} viewBox="0 0 182 40">${inner}</svg>`)).toEqual([]);
  expect(told(`<!-- ${inner} --><svg ${xmlns} width="182" height="40"><path d="M0 0h1"/></svg>`)).toEqual([]);
});

test.each([
  [{ logo: "wide.png" }, "a logo"],
  [{ mail: { logo: "wide.png" } }, "a logo in mails"],
])("a logo as %j is no thin line", (use, name) => {
  expect(toldOf(use, "wide.png", pngOf(1000, 100))).toEqual([]);
  expect(toldOf(use, "wide.png", pngOf(6000, 100))).toEqual([
    `"wide.png" is 60 times as wide as high, and ${name} may be 10 times as wide at most: it would be a thin line.`,
  ]);
});

test("a background may be as wide as it likes", () => {
  expect(toldOf({ background: "wide.png" }, "wide.png", pngOf(6000, 100))).toEqual([]);
});

test.each([
  ["0 0 182 40", []],
  ["0 0 6000 100", ["partner-file"]],
  ["0 0 0 40", ["safe-svg"]],
  ["0 0 182", ["safe-svg"]],
  ["0, 0, a, 40", ["safe-svg"]],
])("a drawn logo with the viewBox %j leads to %j", (box, expected) => {
  const file = `${folder}logo.svg`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="M0 0h1"/></svg>`;
  const { findings } = checkConfig(withText(sources, file, drawing));
  expect(findings.map(({ rule }) => rule)).toEqual(expected);
});

test("what a background may be is another matter than what a logo may be", () => {
  expect(toldOf({ background: "back.png" }, "back.png", jpeg)).toEqual([
    '"back.png" is a JPEG: name it back.jpg.',
  ]);
  expect(toldOf({ background: "back.jpg" }, "back.jpg", heic)).toEqual([
    '"back.jpg" is an HEIC, which is not shown here: save it as a PNG.',
  ]);
  expect(toldOf({ mail: { logo: "mail.png" } }, "mail.png", webp)).toEqual([
    '"mail.png" is a WebP, which is not shown here: save it as a PNG.',
  ]);
});

test.each([
  [{ logo: "big.png" }, "a logo", 200],
  [{ icon: "big.png" }, "an icon", 64],
  [{ background: "big.png" }, "a background", 1000],
  [{ mail: { logo: "big.png" } }, "a logo in mails", 64],
])("an image as %j has a largest size", (use, name, most) => {
  const message = `"big.png" has ${most + 1} kB, and ${name} may have ${most} kB at most: save it smaller.`;
  expect(toldOf(use, "big.png", png, most * 1000)).toEqual([]);
  expect(toldOf(use, "big.png", png, most * 1000 + 1)).toEqual([message]);
});

test("a provider's picture has a largest size, and one without end is not read", async () => {
  const root = await dataFilesForTest();
  const vendors = { contoso: { name: "C", issuer: "https://c.example", clientId: "v", icon: "contoso.svg" } };
  const $schema = "./schemas/config/vendors.schema.json";
  await writeFile(join(root, "vendors.config.json"), JSON.stringify({ $schema, vendors }));
  await writeFile(join(root, "contoso.svg"), "<svg ".padEnd(2_000_000));
  await writeFile(join(root, `${folder}logo.svg`), "<svg ".padEnd(2_000_000));
  const read = await readSources(root, files);
  expect(["contoso.svg", `${folder}logo.svg`].filter((file) => read.texts.has(file))).toEqual([]);
  expect(checkConfig(read).findings.map(({ message }) => message)).toEqual([
    '"logo.svg" has 2000 kB, and a logo may have 200 kB at most: save it smaller.',
    '"contoso.svg" has 2000 kB, and the picture of a provider may have 64 kB at most: save it smaller.',
  ]);
});

test("of each file of a partner the first bytes are read, and no more", async () => {
  const { imageFiles, partnerFiles } = await readSources(process.cwd(), files);
  expect([...imageFiles.keys()]).toEqual([...partnerFiles.keys()]);
  const { start = "", size } = imageFiles.get(`${folder}logo.png`) ?? {};
  expect(start).toHaveLength(32);
  expect(start).toMatch(/^\x89PNG\r\n/);
  expect(size).toBe((await stat(`${folder}logo.png`)).size);
});
