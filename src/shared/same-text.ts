/** Says whether two values are the same, texts in whichever composition of their accents: keyboards and what is pasted differ in it. */
export function isSameText(one: unknown, other: unknown): boolean {
  return composed(one) === composed(other);
}

function composed(value: unknown): unknown {
  return typeof value === "string" ? value.normalize("NFC") : value;
}
