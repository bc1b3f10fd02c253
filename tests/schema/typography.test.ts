import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flattenTexts } from "../../src/config/resolve/texts.ts";

/** What a value is written in, often another direction than the text around it. */
const mixedDirections = /(?<!\u2068)\{(?:partner|provider|destination|email|username|reference|field)\}/;

/** Names with a word of ours between them: set apart as one, the first name would decide the direction of all. */
const listOfNames = /(?<!\u2067)\{providers\}/;

/** Where a long word of German has to be divided on a narrow phone, also by a browser that knows no German. */
const narrow: [keys: RegExp, longWord: RegExp][] = [
  [/^panels\.system-status\.(?:names|figures)\./, /[A-ZÄÖÜ][a-zäöüß]{8}|[a-zäöüß]{10}/],
  [/\.link$|\.actions\.\w+$/, /[a-zäöüß]{14}/],
];

const folder = join(import.meta.dirname, "../../locales");

/** What no text of a language may hold, and why. */
const wrong: Record<string, [why: string, found: RegExp][]> = {
  "*": [
    ["straight quotes", /["']/],
    ["three full stops for an ellipsis", /\.\.\./],
    ["two spaces, or one at an end", / {2}|^ | $/],
    ["a full stop behind a name, which may end with one", /\{(?:name|username|provider)\}\u2069?\.(?= |$)/],
  ],
  de: [
    ["quotes that are not „…“", /[«»”]|„[^“]*$/],
    ["an E-Mail that a line may break behind its E", /E-Mail/],
  ],
  "fr-CA": [
    ["no no-break space before a colon", /[^\u00a0]:/],
    ["a space before ; ! ?", /[ \u00a0\u202f][;!?]/],
    ["no no-break space inside « »", /«[^\u00a0]|[^\u00a0]»/],
    ["“se connecter” beside “ouvrir une session”", /connect|connexion(?! au service)/i],
  ],
  es: [
    ["a question or an exclamation that nothing opens", /^[^¿]*\?|^[^¡]*!/],
    ["quotes that are not «…»", /[“”]/],
  ],
  ar: [
    ["a comma, semicolon or question mark that is not Arabic", /[,;?]/],
    ["يُرجى without its vowel", /يرجى/],
    ["a code, name or address that is not set apart", mixedDirections],
    ["a list of names that does not run from right to left", listOfNames],
  ],
  he: [
    ["quotes that are not ״…״, or an apostrophe for a geresh", /[“”„«»‘’]/],
    ["a hyphen for a maqaf", /[א-ת]-|-[א-ת]/],
    ["a letter before a name or figure without a maqaf", /[א-ת][\w{\u2066-\u2068]/],
    ["a word to a man alone", /(?<![א-ת])(?:אתה|תוכל|הזן|הקלד|לחץ|בחר|נסה|המתן|היכנס)(?![א-ת])/],
    ["a code, name or address that is not set apart", mixedDirections],
    ["a list of names that does not run from right to left", listOfNames],
  ],
};

it.each(readdirSync(folder))("%s is set as its language is", (file) => {
  const rules = [...(wrong["*"] ?? []), ...(wrong[file.replace(".json", "")] ?? [])];
  const texts = flattenTexts(JSON.parse(readFileSync(join(folder, file), "utf8")));
  const found = Object.entries(texts).flatMap(([key, text]) =>
    rules.filter(([, pattern]) => pattern.test(text)).map(([why]) => `${key}: ${why}`),
  );
  expect(found).toEqual([]);
});

it("German divides the long words of narrow places itself", () => {
  const german = flattenTexts(JSON.parse(readFileSync(join(folder, "de.json"), "utf8")));
  const found = Object.entries(german).filter(([key, text]) =>
    narrow.some(([keys, longWord]) => keys.test(key) && longWord.test(text)),
  );
  expect(found).toEqual([]);
});
