import type { Fault } from "../finding.ts";
import { placeIn } from "../read/located-json.ts";
import type { Rule } from "./rule.ts";

const elements = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text tspan title desc defs symbol use image style " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter"
  ).split(" "),
);

const startTag = /<([A-Za-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>])*)>/g;

export const safeSvg: Rule = {
  id: "safe-svg",
  stops: true,
  finds:
    "An SVG file of a partner or a provider that holds a script, foreign content or something from elsewhere, that is not well-formed, or whose `viewBox` shows nothing.",
  why: "It could act in the name of whoever looks at it, or browsers would show a broken image.",
  example: {
    file: "partners/northwind/logo.svg",
    wrong: '<path onload="alert(1)"',
    right: "<path",
  },
  check: ({ sources: { texts } }) =>
    [...texts].filter(([file]) => file.endsWith(".svg")).flatMap(([file, text]) => checkSvg(file, text)),
};

/** What an SVG file must not hold, by an allow-list of elements and a look at every attribute. */
function checkSvg(file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  const report = (offset: number, message: string) =>
    faults.push({ file, ...placeIn(text, offset), message });
  // Same length, so that places stay right.
  const plain = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  if (startTagAt(plain)?.[1] !== "svg") {
    report(0, "This is no SVG file.");
    return faults;
  }
  for (const { index, 0: found } of plain.matchAll(/<!(?:\[CDATA\[|\w*)|<\?(?!xml\s)[\w-]*/g))
    report(
      index,
      found.toUpperCase() === "<!DOCTYPE"
        ? `"${found}" is not allowed, and not needed. Delete it, up to its ">".`
        : `"${found}" is not allowed. Export it as plain SVG, or delete it.`,
    );
  for (const { index, 0: tag, 1: name = "", 2: attributes = "" } of plain.matchAll(startTag)) {
    if (!text.startsWith(tag, index)) report(index, "A comment may not stand in a tag.");
    if (!elements.has(name) && !/^fe[A-Z][A-Za-z]+$/.test(name))
      report(index, `The element <${name}> is not allowed. Export it as plain SVG, or delete this element.`);
    for (const message of attributeProblems(attributes)) report(index, message);
  }
  for (const { index } of plain.matchAll(foreign)) report(index, "Nothing may come from elsewhere.");
  for (const { index, 0: comment } of text.matchAll(/<!--[\s\S]*?-->/g))
    if (/--|-$/.test(comment.slice(4, -3))) report(index, '"--" may not stand in a comment.');
  for (const { index, 0: character } of text.matchAll(noCharacter))
    report(
      index,
      character === "\u{fffd}" ? "This is not UTF-8: save the file as UTF-8." : forbiddenCharacter,
    );
  if (faults.length > 0) return faults;
  const broken = brokenMarkup(plain, (offset) => placeIn(text, offset).line);
  if (broken !== undefined) report(broken.offset, broken.message);
  return faults;
}

// XML knows fewer spaces than JavaScript.
const space = "[ \\t\\r\\n]";
/** What names another place (CSS); what points into the drawing itself is none. */
const foreign = new RegExp(`@import|url\\((?!${space}*["']?#)`, "gi");
const attribute = `[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?${space}*=${space}*(?:"[^"<]*"|'[^'<]*')`;
const wholeTag = new RegExp(
  `^<(?:/([A-Za-z][\\w:.-]*)${space}*|([A-Za-z][\\w:.-]*)((?:${space}+${attribute})*)${space}*(/?))>`,
);

/** What XML does not allow anywhere (section 2.2), and what stands for bytes that are not UTF-8. */
const noCharacter = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffc}\u{10000}-\u{10ffff}]/gu;
const forbiddenCharacter = "XML does not allow this character: delete it.";

function startTagAt(text: string): RegExpMatchArray | undefined {
  return text.matchAll(startTag).next().value;
}

/** Says whether a reference by number, such as `#x20`, stands for a character that XML allows. */
function isAllowed(number: string): boolean {
  const code = Number(number.replace("#x", "0x").replace("#", ""));
  return code <= 0x10ffff && String.fromCodePoint(code).search(noCharacter) < 0;
}

/** The first place at which the markup is not well-formed (XML 1.0, section 2.1); no comments, processing or DTD stand in it. */
function brokenMarkup(
  text: string,
  lineOf: (offset: number) => number,
): { offset: number; message: string } | undefined {
  const open: { name: string; offset: number; prefixes: string[] }[] = [];
  const end = text.replace(/\n$/, "").length;
  const headless = text.replace(/^\u{feff}?(?:<\?xml\s[^>]*\?>)?/u, (head) => " ".repeat(head.length));
  for (const { index, 0: sign } of headless.matchAll(/[<&]|\]\]>/g)) {
    const rest = text.slice(index);
    const at = (message: string) => ({ offset: index, message });
    if (sign === "]]>") return at('"]]>" may not stand in text: write "]]&gt;".');
    if (sign === "&") {
      const [, known] = /^&(amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);/.exec(rest) ?? [];
      if (known === undefined) return at('This "&" begins nothing that is known: write "&amp;".');
      if (known.startsWith("#") && !isAllowed(known)) return at(forbiddenCharacter);
      continue;
    }
    if (rest.startsWith("<?xml")) return at('Nothing may stand before "<?xml".');
    const [tag, closed, name, attributes = "", self] = wholeTag.exec(rest) ?? [];
    if (tag === undefined) return at("This tag is not well-formed.");
    if (new Set(namesOf(attributes)).size < namesOf(attributes).length)
      return at(`<${name}> has an attribute twice.`);
    if (closed === undefined && name !== undefined) {
      const before = headless.search(/\S/);
      if (open.length === 0 && before < index)
        return { offset: before, message: "Nothing may stand before <svg>." };
      if (open.length === 0 && !/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes))
        return at('It needs xmlns="http://www.w3.org/2000/svg".');
      const prefixes = namesOf(attributes).flatMap((key) => /^xmlns:(.+)/.exec(key)?.[1] ?? []);
      const declared = new Set(["xml", "xmlns", ...prefixes, ...open.flatMap((outer) => outer.prefixes)]);
      const stray = namesOf(attributes).find(
        (key) => key.includes(":") && !declared.has(key.split(":")[0] ?? ""),
      );
      if (stray !== undefined)
        return at(
          `Nothing declares the prefix of ${stray}: delete the attribute, or give <svg> an xmlns:${stray.split(":")[0]}.`,
        );
      if (self !== "/") open.push({ name, offset: index, prefixes });
    } else {
      const last = open.pop();
      if (last === undefined) return at(`</${closed}> closes nothing.`);
      if (last.name !== closed)
        return at(`</${closed}> stands where <${last.name}> of line ${lineOf(last.offset)} is still open.`);
    }
    const outside = text.slice(index + tag.length).search(/\S/);
    if (open.length === 0 && outside >= 0)
      return { offset: index + tag.length + outside, message: "Nothing may stand behind the end." };
  }
  const last = open.at(-1);
  return last && { offset: end, message: `<${last.name}> of line ${lineOf(last.offset)} is never closed.` };
}

function namesOf(attributes: string): string[] {
  return [...attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(([, name = ""]) => name);
}

function attributeProblems(attributes: string): string[] {
  const all = [...attributes.matchAll(/([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)];
  return all.flatMap(([, name = "", double, single, bare]) => {
    const value = (double ?? single ?? bare ?? "").trim();
    if (/^on/i.test(name)) return [`The event handler ${name} is not allowed.`];
    if (name === "viewBox" && !showsSomething(value))
      return ["This viewBox shows nothing: its third and fourth number, width and height, are more than 0."];
    const isReference = /^(?:.*:)?(href|src)$/i.test(name);
    const own = value.startsWith("#") || /^data:image\/(png|jpeg|webp);/.test(value);
    return isReference && !own ? [`${name} may only point into the file.`] : [];
  });
}

function showsSomething(box: string): boolean {
  const numbers = box.split(/\s*,\s*|\s+/).map(Number);
  const [, , width = 0, height = 0] = numbers;
  return numbers.length === 4 && !numbers.some(Number.isNaN) && width > 0 && height > 0;
}
