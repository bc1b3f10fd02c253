/** A number or address within a sentence of any direction: it reads from left to right (Unicode, LRI and PDI). */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
