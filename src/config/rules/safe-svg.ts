import type { Finding } from "../finding.ts";
import type { Rule } from "./rule.ts";

const elements = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text tspan title desc defs symbol use image style " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter"
  ).split(" "),
);

export const safeSvg: Rule = {
  id: "safe-svg",
  stops: true,
  finds: "A partner's SVG file that holds a script, foreign content or something from elsewhere.",
  why: "It could act in the name of whoever looks at it.",
  example: {
    file: "partners/northwind/logo.svg",
    wrong: '<path onload="alert(1)"',
    right: "<path",
  },
  check: ({ sources: { texts } }) =>
    [...texts].filter(([file]) => file.endsWith(".svg")).flatMap(([file, text]) => checkSvg(file, text)),
};

/** What an SVG file must not hold, by an allow-list of elements and a look at every attribute. */
function checkSvg(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const report = (offset: number, message: string) => {
    const before = text.slice(0, offset).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    findings.push({ file, line: before.length, column, message, rule: "safe-svg" });
  };
  // Same length, so that places stay right.
  const plain = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  if (!/^\s*(<\?xml[^>]*\?>)?\s*<svg[\s>]/.test(plain)) report(0, "This is no SVG file.");
  for (const { index, 0: found } of plain.matchAll(/<!|<\?(?!xml\s)/g))
    report(index, `"${found}…" is not allowed.`);
  for (const { index, 1: name = "", 2: attributes = "" } of plain.matchAll(
    /<([A-Za-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>])*)>/g,
  )) {
    if (!elements.has(name) && !/^fe[A-Z][A-Za-z]+$/.test(name))
      report(index, `The element <${name}> is not allowed.`);
    for (const message of attributeProblems(attributes)) report(index, message);
  }
  for (const { index } of plain.matchAll(/@import|url\(\s*(?!["']?#)/gi))
    report(index, "Nothing may come from elsewhere.");
  return findings;
}

function attributeProblems(attributes: string): string[] {
  const all = [...attributes.matchAll(/([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)];
  return all.flatMap(([, name = "", double, single, bare]) => {
    const value = (double ?? single ?? bare ?? "").trim();
    if (/^on/i.test(name)) return [`The event handler ${name} is not allowed.`];
    const isReference = /^(xlink:)?(href|src)$/i.test(name);
    const own = value.startsWith("#") || /^data:image\/(png|jpeg|webp);/.test(value);
    return isReference && !own ? [`${name} may only point into the file.`] : [];
  });
}
