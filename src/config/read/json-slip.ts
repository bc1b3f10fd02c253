/** What somebody who writes JSON by hand most likely did, and where. */
export interface JsonSlip {
  /** From 0. */
  offset: number;
  /** One sentence without its end: what is wrong, and what to do. */
  reason: string;
}

const closerOf: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** What stands for a comma or a colon elsewhere, and its name. */
const otherSigns: Readonly<Record<string, string>> = {
  ";": "this semicolon",
  ".": "this full stop",
  "=": "=",
  "=>": "=>",
};

const isUnclosed = ({ bracket, offset }: Open): JsonSlip => ({
  offset,
  reason: `This "${bracket}" is not closed`,
});

/** What begins where a parser gives up, and what to do about it. */
const strangers: readonly (readonly [begins: RegExp, reason: (word: string) => string])[] = [
  [
    /^(<{7}|={7}|>{7}|\|{7})/,
    () => "This is the mark of a merge: keep one of its two sides, and take its marks away",
  ],
  [
    /^[\u2018-\u201f\u00ab\u00bb'`]/u,
    (quote) => `Names and texts stand in straight double quotes ("), not in ${quote}`,
  ],
  [/^[^"\n]+(?="\s*[,:}\]])/, () => "A quote is missing here"],
  [/^(\/\/|\/\*|#)/, () => "JSON has no comments: take this away"],
  [/^[\u00a0\u200b-\u200d\u2060\ufeff]/u, () => "A character that nobody sees stands here: take it away"],
  [/^(true|false|null)\b/i, (word) => `Write ${word.toLowerCase()}, in small letters`],
  [/^[\p{L}_$][\w$-]*/u, (word) => `Names and texts stand in double quotes: write "${word}"`],
];

/**
 * The slip that keeps a text from being JSON (RFC 8259), from where a parser gives up; none where only the parser can tell.
 */
export function jsonSlip(text: string, failure: number): JsonSlip | undefined {
  const offset = failure + (/^[ \t\r\n]*/.exec(text.slice(failure))?.[0].length ?? 0);
  const next = text.slice(offset);
  const before = text.slice(0, offset).trimEnd();
  const open = lastOpen(text.slice(0, offset));
  if (open?.bracket === '"') return slipInText(text, failure, open);
  if (next === "") return open && (strayBracket(text) ?? isUnclosed(open));
  if (open === undefined && before !== "")
    return strayBracket(text) ?? { offset, reason: "Nothing may stand behind the end" };
  if (/^[,}\]]/.test(next) && before.endsWith(","))
    return { offset: before.length - 1, reason: "There is a comma too many: take it away" };
  if (next.startsWith(",") && /[{[]$/.test(before))
    return { offset, reason: "There is a comma too many: take it away" };
  // What the other kind of bracket holds: the one that is open should be closed already, or was closed too early.
  const isOther = open?.bracket === "[" ? next.startsWith(":") : before.endsWith(",") && /^[{[]/.test(next);
  if (open !== undefined && isOther) return strayBracket(text) ?? isUnclosed(open);
  if (before.endsWith(":") && /^[,}\]]/.test(next))
    return { offset: before.length, reason: "A value is missing here" };
  if (before.endsWith("{") && /^[{[]/.test(next))
    return { offset, reason: `A name is missing here, or this "${next[0]}" is one too many` };
  if (next.startsWith(":") && before.endsWith(":"))
    return { offset, reason: "There is a colon too many: take it away" };
  if (next.startsWith(":") && /[{,]$/.test(before)) return { offset, reason: "A name is missing here" };
  const comma = open?.bracket === "{" && before.length === offset ? commaInNumber(before, next) : undefined;
  if (comma !== undefined) return comma;
  const number = otherNumber(text, failure);
  if (number !== undefined) return number;
  const last = lastString(before);
  const beforeLast = before.slice(0, last?.offset).trimEnd();
  if (next.startsWith(":") && last !== undefined && beforeLast.endsWith(":"))
    return { offset: beforeLast.length, reason: "A value is missing here" };
  const surplus = before.length === offset ? surplusQuote(last, next) : undefined;
  if (surplus !== undefined) return { offset: surplus, reason: "There is a quote too many: take it away" };
  const isBehindText = last !== undefined && !text.slice(before.length, offset).includes("\n");
  if (isBehindText && /[,:[{]\s*"$/.test(last.string) && /^[^",:}\]]/.test(next))
    return { offset: last.offset, reason: "This quote is not closed" };
  const isBetween = /["\d}\]a-z]$/.test(before);
  const missing = isName(before) ? "colon" : "comma";
  const [sign = ""] = /^(?:[;.]|=>?)/.exec(next) ?? [];
  if (isBetween && sign in otherSigns)
    return { offset, reason: `Write a ${missing} in place of ${otherSigns[sign]}` };
  if (isBetween && isValue(next)) {
    const stray = surplusOf(tokensOf(text)) === 0 ? undefined : strayBracket(text);
    return stray ?? { offset: before.length, reason: `A ${missing} is missing here` };
  }
  if (/^[}\]]/.test(next) && open !== undefined && closerOf[open.bracket] !== next[0])
    return strayBracket(text) ?? isUnclosed(open);
  if (/^[,}\]]/.test(next) && isName(before))
    return strayBracket(text) ?? { offset: before.length, reason: "A colon and a value are missing here" };
  if (isBehindText && /^[\p{L}\d]/u.test(next))
    return { offset: before.length - 1, reason: 'A quote within a text is written \\"' };
  for (const [begins, reason] of strangers) {
    const [word] = begins.exec(next) ?? [];
    if (word !== undefined) return { offset, reason: reason(word) };
  }
  return undefined;
}

/** A number where a value may stand, as other languages write it: .5, 5., +1 or 01. */
function otherNumber(text: string, failure: number): JsonSlip | undefined {
  const offset = failure - (/[+-]?[\d.]*$/.exec(text.slice(0, failure))?.[0].length ?? 0);
  const before = text.slice(0, offset).trimEnd();
  const isPlace = before.endsWith(":") || (/[[,]$/.test(before) && lastOpen(before)?.bracket === "[");
  const [, sign = "", digits = ""] =
    /^([+-]?)(\d+\.?\d*|\.\d+)(?=[ \t]*([,}\]\r\n]|$))/.exec(text.slice(offset)) ?? [];
  const written = digits
    .replace(/^0+(?=\d)/, "")
    .replace(/^\./, "0.")
    .replace(/\.$/, "");
  const number = sign === "-" ? sign + written : written;
  if (!isPlace || number === sign + digits) return undefined;
  // A postcode or a telephone number would lose what belongs to it.
  const orText = /^\+?\d+$/.test(sign + digits) ? `, or the text "${sign}${digits}"` : "";
  return { offset, reason: `Write the number ${number}${orText}` };
}

/** A comma between the digits of a number, of thousands or before a fraction: only who wrote it knows which. */
function commaInNumber(before: string, next: string): JsonSlip | undefined {
  const [, whole] = /(-?\d+),$/.exec(before) ?? [];
  const [part] = /^\d+(?=\s*[,}\]]|[ \t]*[\r\n])/.exec(next) ?? [];
  if (whole === undefined || part === undefined) return undefined;
  const reason = `A number has no comma: write ${part.length === 3 ? `${whole}${part} or ` : ""}${whole}.${part}`;
  return { offset: before.length - 1, reason };
}

/** What is wrong within quotes. */
function slipInText(text: string, failure: number, { offset }: Open): JsonSlip | undefined {
  const letter = text[failure];
  if (letter === undefined || /[\r\n]/.test(letter))
    return { offset, reason: "This quote is not closed on its line" };
  if (letter === "\t") return { offset: failure, reason: "A text cannot hold a tab: write a space" };
  const [sign] = /^\\./u.exec(text.slice(text[failure - 1] === "\\" ? failure - 1 : failure)) ?? [];
  return sign === undefined
    ? undefined
    : {
        offset: text.lastIndexOf(sign, failure),
        reason: `${sign} means nothing: a backslash itself is written \\\\`,
      };
}

function isValue(text: string): boolean {
  return /^(["{[\d-]|(true|false|null)\b)/.test(text);
}

interface PlacedString {
  /** With its quotes. */
  string: string;
  offset: number;
}

/** The string that a text ends with. */
function lastString(text: string): PlacedString | undefined {
  const found = /"(?:[^"\\\n]|\\.)*"$/.exec(text);
  return found === null ? undefined : { string: found[0], offset: found.index };
}

/** Where a quote stands that is one too many: behind a string, or before one that it empties. */
function surplusQuote(last: PlacedString | undefined, next: string): number | undefined {
  if (last === undefined) return undefined;
  const isEmpty = last.string === '""';
  const end = last.offset + last.string.length;
  if (isEmpty && /^[^\s,:}\]]/.test(next)) return end - 1;
  return !isEmpty && next.startsWith('"') ? end : undefined;
}

/** Says whether a text ends with what wants a colon: a string at the beginning of an entry of an object. */
function isName(text: string): boolean {
  const string = lastString(text);
  if (string === undefined) return false;
  const before = text.slice(0, string.offset).trimEnd();
  return before.endsWith("{") || (before.endsWith(",") && lastOpen(before)?.bracket === "{");
}

interface Open {
  bracket: string;
  offset: number;
}

/** The innermost bracket, or the quote, that is open at the end of a text. */
function lastOpen(text: string): Open | undefined {
  const open: Open[] = [];
  for (const { token, offset } of tokensOf(text)) {
    if (token in closerOf) open.push({ bracket: token, offset });
    else if (token === "}" || token === "]") open.pop();
    else return { bracket: '"', offset };
  }
  return open.at(-1);
}

/** The brackets of a text, and a quote that its line does not close. */
function tokensOf(text: string): { token: string; offset: number }[] {
  const found = [...text.matchAll(/"(?:[^"\\\n]|\\.)*("?)|[{}[\]]/g)];
  return found.flatMap(({ 0: token, 1: end, index }) => (end === '"' ? [] : [{ token, offset: index }]));
}

/**
 * The bracket that is not closed or that closes nothing, by the indents: a line that closes what another has opened
 * begins where that one does. None where a text is not indented so.
 */
function strayBracket(text: string): JsonSlip | undefined {
  const open: (Open & Line)[] = [];
  const tokens = tokensOf(text);
  const hasSurplus = surplusOf(tokens) > 0;
  let line = lineAt(text, 0);
  for (const { token, offset } of tokens) {
    while (line.end !== -1 && line.end < offset) line = lineAt(text, line.end + 1);
    if (token in closerOf) {
      open.push({ bracket: token, offset, ...line });
      continue;
    }
    const last = open.pop();
    const surplus = { offset, reason: `This "${token}" closes nothing: take it away` };
    if (last === undefined) return surplus;
    if (last.start === line.start) continue;
    const isLeading = /^[\s}\]]*$/.test(text.slice(line.start, offset));
    const isEarly = !isLeading || line.indent > last.indent;
    if (isEarly && hasSurplus) return surplus;
    if (!isEarly && !hasSurplus && line.indent < last.indent) return isUnclosed(last);
  }
  return undefined;
}

/** How many more brackets close than open. */
function surplusOf(tokens: ReturnType<typeof tokensOf>): number {
  const closing = tokens.filter(({ token }) => token === "}" || token === "]").length;
  const opening = tokens.filter(({ token }) => token in closerOf).length;
  return closing - opening;
}

interface Line {
  start: number;
  /** Where its break stands; -1: the last one has none. */
  end: number;
  indent: number;
}

function lineAt(text: string, start: number): Line {
  const indent = /\s*/y;
  indent.lastIndex = start;
  return { start, end: text.indexOf("\n", start), indent: indent.exec(text)?.[0].length ?? 0 };
}
