/**
 * A number or masked address within a sentence of any direction: it reads from left to right (Unicode, LRI and PDI),
 * and what is too long for a line is broken before its @, not within a word.
 */
export function leftToRight(text: string): string {
  return `\u2066${text.replace("@", "\u200b@")}\u2069`;
}

/** A name of any script among others: it stays whole and in its place (Unicode, FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
