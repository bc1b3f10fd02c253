const digit = /\p{Nd}/u;

/** The digits of each script as those of ASCII. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (one) => String(decimalOf(one.codePointAt(0) ?? 0)));
}

/** Every script has its ten in a row, some several times one after the other (Unicode, section 4.6). */
function decimalOf(code: number): number {
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
