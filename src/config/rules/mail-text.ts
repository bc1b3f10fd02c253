import type { Fault } from "../finding.ts";
import type { LocaleTree } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { placedTexts, pluralBase, textFiles } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const mailText: Rule = {
  id: "mail-text",
  stops: false,
  finds: "A code or an address within a sentence of a mail; a subject or a button of several lines.",
  why: "A code and an address are drawn large in a paragraph of their own, and mail programs cut a subject at its first line.",
  example: {
    file: "locales/de.json",
    wrong: "is\\n\\nThe code: {code}",
    right: "is\\n\\n{code}",
  },
  check: (checked) => textFiles(checked).flatMap(([, document]) => misplaced(document)),
};

function misplaced(document: LocatedJson<LocaleTree>): Fault[] {
  return placedTexts(document.value)
    .filter(({ path: [group] }) => group === "mails")
    .flatMap(({ key, text, path }) => {
      const at = (message: string) => document.at(path, message);
      if (!pluralBase(key).endsWith(".text"))
        return text.includes("\n") ? [at(`"${key}" must be one line.`)] : [];
      return ["{code}", "{link}"]
        .filter((part) => text.split("\n\n").some((line) => line !== part && line.includes(part)))
        .map((part) => at(`"${key}" needs ${part} alone between two empty lines.`));
    });
}
