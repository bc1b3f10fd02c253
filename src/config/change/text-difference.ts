/** Longest text that is quoted whole, and how much stands around a difference in a longer one. */
const whole = 90;
const around = 30;

/** Two texts as `“before” → “after”` on one line; of long ones only where they differ. */
export function textDifference(before: string, after: string): string {
  const [was, is] = [onOneLine(before), onOneLine(after)];
  if (was.length <= whole && is.length <= whole) return `“${was}” → “${is}”`;
  const start = sameLength([...was], [...is]);
  const left = Math.min([...was].length, [...is].length) - start;
  const end = Math.min(left, sameLength([...was].reverse(), [...is].reverse()));
  return `${excerpt(was, start, end)} → ${excerpt(is, start, end)}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function sameLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((letter, index) => letter !== other[index]);
  return differs === -1 ? one.length : differs;
}

/** What differs and a little around it: `start` letters before and `end` letters behind are the same. */
function excerpt(text: string, start: number, end: number): string {
  const letters = [...text];
  const from = Math.max(0, start - around);
  const to = Math.min(letters.length, letters.length - end + around);
  return `“${from > 0 ? "…" : ""}${letters.slice(from, to).join("")}${to < letters.length ? "…" : ""}”`;
}
