import { expect, test } from "vitest";
import { sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { checkConfig } from "./check-config.ts";

const sources = await sampleSources();
const file = "partners/northwind/logo.svg";

/** Line and message of what is told of a drawing. */
function toldOf(text: string): string[] {
  const { findings } = checkConfig(withText(sources, file, text));
  expect(findings.map(({ rule }) => rule)).toEqual(findings.map(() => "safe-svg"));
  return findings.map(({ line, message }) => `${line} ${message}`);
}

const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawing = (inner: string, attributes = "") => `<svg ${xmlns}${attributes}>\n${inner}\n</svg>\n`;

test.each([
  [
    "a declaration",
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Made by hand -->\n${drawing("<g/>")}`,
  ],
  ["a mark of its encoding", `\u{feff}<?xml version="1.0"?>${drawing("<g/>")}`],
  ["a prefix that is declared above", drawing('<g><use xlink:href="#a"/></g>', ` ${xlink}`)],
  ["a prefix that is declared at its side", drawing('<g a:b="c" xmlns:a="urn:a" xml:space="preserve"/>')],
  ["characters by number", drawing("<title>&#228;&#x1F600;&#9;\u{1f600}</title>")],
  ["comments", drawing("<!-- a - b -> c --><!---->")],
  ["characters by name", drawing("<title>&amp;&lt;&gt;&quot;&apos;</title>")],
  ["> in its values", drawing(`<g id="a>b" class='a>b'/>`)],
  [
    "what points into itself",
    drawing(`<path fill="url(#a)" style='mask:url("#a");clip-path:url( #a )'/><use href='#a'/>`),
  ],
  [
    "images in itself",
    drawing(["png", "jpeg", "webp"].map((kind) => `<image href=" data:image/${kind};base64,AA"/>`).join("")),
  ],
  ["a filter", drawing("<filter><feBlend/><feGaussianBlur/></filter>")],
  ["nothing in it", `<svg ${xmlns}/>\n`],
])("a drawing with %s is well", (_, text) => {
  expect(toldOf(text)).toEqual([]);
});

const undeclared = (name: string, prefix: string) =>
  `2 Nothing declares the prefix of ${name}: delete the attribute, or give <svg> an xmlns:${prefix}.`;
const forbidden = "2 XML does not allow this character: delete it.";
const plain = "Export it as plain SVG, or delete";
const elsewhere = "2 Nothing may come from elsewhere.";
const leads = (name: string) => `2 ${name} may only point into the file.`;

test.each([
  ["Latin-1", drawing("<title>B\u{fffd}r</title>"), "2 This is not UTF-8: save the file as UTF-8."],
  ["xlink without its namespace", drawing('<use xlink:href="#a"/>'), undeclared("xlink:href", "xlink")],
  ["a program's own attribute", drawing('<g inkscape:label="a"/>'), undeclared("inkscape:label", "inkscape")],
  [
    "a prefix that is declared elsewhere",
    drawing(`<g ${xlink}/><use xlink:href="#a"/>`),
    undeclared("xlink:href", "xlink"),
  ],
  ["two colons", drawing('<g a:b:c="d"/>'), "2 This tag is not well-formed."],
  ["a space that XML does not know", drawing('<g\u{a0}id="d"/>'), "2 This tag is not well-formed."],
  ["-- in a comment", drawing("<!-- a -- b -->"), '2 "--" may not stand in a comment.'],
  ["- at the end of a comment", drawing("<!-- a --->"), '2 "--" may not stand in a comment.'],
  ["a comment in a tag", drawing('<g id="<!-- a -->"/>'), "2 A comment may not stand in a tag."],
  ["&#0;", drawing("<title>&#0;</title>"), forbidden],
  ["half a character by number", drawing('<g id="&#xD83D;"/>'), forbidden],
  ["a number beyond all", drawing("<title>&#x110000;</title>"), forbidden],
  ["a control character", drawing("<title>\u{1b}</title>"), forbidden],
  ["a control character in a comment", drawing("<!-- \u{0} -->"), forbidden],
  ["no character", drawing("<title>\u{ffff}</title>"), forbidden],
  [
    "a line before its declaration",
    `\n<?xml version="1.0"?>${drawing("")}`,
    '2 Nothing may stand before "<?xml".',
  ],
  [
    "a comment before its declaration",
    `<!-- a\n--><?xml version="1.0"?>${drawing("")}`,
    '2 Nothing may stand before "<?xml".',
  ],
  ["words before it", `words\n${drawing("")}`, "1 Nothing may stand before <svg>."],
  ["]]> in its text", drawing("<title>]]></title>"), '2 "]]>" may not stand in text: write "]]&gt;".'],
  [
    "another prefix of what leads elsewhere",
    drawing('<use a:href="https://evil.example/"/>', ' xmlns:a="http://www.w3.org/1999/xlink"'),
    "2 a:href may only point into the file.",
  ],
  ["a style that is fetched", drawing('<style>@import "//evil.example"</style>'), elsewhere],
  ["a colour that is fetched", drawing('<g style="fill:URL(https://evil.example)"/>'), elsewhere],
  ["a drawing in it", drawing('<image href="data:image/svg+xml;base64,AA"/>'), leads("href")],
  ["an image from elsewhere", drawing("<image src='https://evil.example/a.png'/>"), leads("src")],
  ["an address without quotes", drawing("<use HREF=https://evil.example/ />"), leads("HREF")],
  ["a handler behind >", drawing('<g id=">" ONCLICK="a()"/>'), "2 The event handler ONCLICK is not allowed."],
  [
    "a handler behind '>'",
    drawing("<g id='>' onclick='a()'/>"),
    "2 The event handler onclick is not allowed.",
  ],
  ["words behind it", `<svg ${xmlns}/>\nwords`, "2 Nothing may stand behind the end."],
  ["another one behind it", `<svg ${xmlns}/>\n<svg/>`, "2 Nothing may stand behind the end."],
  ["metadata", drawing("<metadata/>"), `2 The element <metadata> is not allowed. ${plain} this element.`],
  [
    "a DOCTYPE",
    `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "svg11.dtd">\n${drawing("<g/>")}`,
    '2 "<!DOCTYPE" is not allowed, and not needed. Delete it, up to its ">".',
  ],
  ["CDATA", drawing("<style><![CDATA[a]]></style>"), `2 "<![CDATA[" is not allowed. ${plain} it.`],
  [
    "a style sheet",
    `<?xml-stylesheet href="a"?>${drawing("")}`,
    `1 "<?xml-stylesheet" is not allowed. ${plain} it.`,
  ],
  ["nothing", "", "1 This is no SVG file."],
  ["another image", "\u{fffd}PNG\r\n\u{1a}\n\u{0}<!", "1 This is no SVG file."],
])("a drawing with %s is told, and what to do", (_, text, message) => {
  expect(toldOf(text)).toEqual([message]);
});
