import { defaultLanguage } from "../../shared/constants.ts";
import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import type { LocaleTree } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { namesAt, orderOf } from "../resolve/text-fixes.ts";
import { sourceLocale, textFiles } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const textOrder: Rule = {
  id: "text-order",
  stops: false,
  finds: "A text that stands elsewhere than in the source language.",
  why: "Two files of texts can only be compared when they have one order.",
  example: {
    file: "locales/es.json",
    wrong: '"language": "Idioma", "skipToContent": "Ir al contenido",',
    right: '"skipToContent": "Ir al contenido", "language": "Idioma",',
  },
  check: (checked) => {
    const source = sourceLocale(checked).value;
    return textFiles(checked).flatMap(([, document]) => misplaced(document, document.value, source, []));
  },
};

function misplaced(
  document: LocatedJson<LocaleTree>,
  tree: LocaleTree,
  source: LocaleTree,
  path: JsonPath,
): Fault[] {
  const order = orderOf(namesAt(source, path));
  const known = Object.keys(tree).filter((name) => order.includes(name));
  const wrong = known.find((name, index) => order.indexOf(name) < order.indexOf(known[index - 1] ?? ""));
  const inner = Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string" ? [] : misplaced(document, value, source, [...path, name]),
  );
  if (wrong === undefined) return inner;
  const group = path.length === 0 ? "" : ` of "${path.join(".")}"`;
  const message = `"${wrong}" stands elsewhere in the source language.`;
  const fix = { does: `texts${group} put into the order of ${defaultLanguage}`, edits: [{ path, order }] };
  return [{ ...document.atKey([...path, wrong], message), fix }, ...inner];
}
