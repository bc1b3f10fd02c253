import { nearest } from "../nearest.ts";
import { flattenTexts, sourceLocale } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

const holder = "messages.";

export const knownMessage: Rule = {
  id: "known-message",
  stops: true,
  finds: "A tone of a message that does not exist.",
  why: "The message that was meant would look like any information.",
  example: {
    file: "screens.config.json",
    wrong: '"tones": {\n    "acountLinked": "success",',
    right: '"tones": {\n    "accountLinked": "success",',
  },
  check: (checked) => {
    const { screens } = checked;
    const texts = Object.keys(flattenTexts(sourceLocale(checked).value));
    const known = texts.flatMap((key) => (key.startsWith(holder) ? [key.slice(holder.length)] : []));
    return Object.keys(screens.value.tones ?? {})
      .filter((name) => !known.includes(name))
      .map((name) =>
        screens.atKey(["tones", name], `There is no message "${name}" in locales/.`, nearest(name, known)),
      );
  },
};
