// Invisible characters that hold words in their place.

/** An address that is too long for a line is broken before its @, not within a word. */
export function breakable(text: string): string {
  return text.replace("@", "\u200b@");
}

/**
 * A number or masked address within a sentence of any direction: it reads from left to right (Unicode, LRI and PDI).
 */
export function leftToRight(text: string): string {
  return `\u2066${breakable(text)}\u2069`;
}

/** A name of any script among others: it stays whole and in its place (Unicode, FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
