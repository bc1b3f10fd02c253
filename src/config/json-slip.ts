/** What somebody who writes JSON by hand most likely did, and where. */
export interface JsonSlip {
  /** From 0. */
  offset: number;
  /** One sentence without its end: what is wrong, and what to do. */
  reason: string;
}

const closerOf: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/**
 * The slip that keeps a text from being JSON (RFC 8259), from where a parser gives up; none where only the parser can tell.
 */
export function jsonSlip(text: string, failure: number): JsonSlip | undefined {
  const offset = failure + (/^\s*/.exec(text.slice(failure))?.[0].length ?? 0);
  const next = text.slice(offset);
  const before = text.slice(0, offset).trimEnd();
  const open = lastOpen(text.slice(0, offset));
  if (open?.bracket === '"' && (text[failure] === "\n" || next === ""))
    return { offset: open.offset, reason: "This quote is not closed on its line" };
  if (next === "") return open && { offset: open.offset, reason: `This "${open.bracket}" is not closed` };
  if (/^[\u2018-\u201f\u00ab\u00bb']/u.test(next))
    return { offset, reason: `Names and texts stand in straight double quotes ("), not in ${next[0]}` };
  if (/^[,}\]]/.test(next) && before.endsWith(","))
    return { offset: before.length - 1, reason: "There is a comma too many: take it away" };
  if (/["\d}\]a-z]$/.test(before) && isValue(next) && !isName(before))
    return { offset: before.length, reason: "A comma is missing here" };
  if (/^[}\]]/.test(next) && open !== undefined && closerOf[open.bracket] !== next[0])
    return { offset: open.offset, reason: `This "${open.bracket}" is not closed` };
  return undefined;
}

function isValue(text: string): boolean {
  return /^(["{[\d-]|(true|false|null)\b)/.test(text);
}

/** Says whether a text ends with what wants a colon: a string at the beginning of an entry of an object. */
function isName(text: string): boolean {
  const string = /"(?:[^"\\\n]|\\.)*"$/.exec(text);
  if (string === null) return false;
  const before = text.slice(0, string.index).trimEnd();
  return before.endsWith("{") || (before.endsWith(",") && lastOpen(before)?.bracket === "{");
}

/** The innermost bracket, or the quote, that is open at the end of a text. */
function lastOpen(text: string): { bracket: string; offset: number } | undefined {
  const open: { bracket: string; offset: number }[] = [];
  for (const { 0: token, 1: end, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*("?)|[{}[\]]/g)) {
    if (token in closerOf) open.push({ bracket: token, offset: index });
    else if (token === "}" || token === "]") open.pop();
    else if (end === "") return { bracket: '"', offset: index };
  }
  return open.at(-1);
}
