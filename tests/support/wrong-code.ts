/** Six digits that are not the right ones. */
export function wrongCode(right: string): string {
  return right.replace(/^./, (digit) => String((Number(digit) + 5) % 10));
}
