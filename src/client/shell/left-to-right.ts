/** A number or address within a sentence of any direction: it reads from left to right (Unicode, LRI and PDI). */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

/** A name of any script among others: it stays whole and in its place (Unicode, FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
