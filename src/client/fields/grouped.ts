/** A code in groups of so many characters, whatever spaces and hyphens it had: `12345 67890`. */
export function grouped(code: string, size: number): string {
  const plain = code.replace(/[\s-]/g, "");
  return plain.replace(new RegExp(`(.{${size}})(?=.)`, "gu"), "$1 ");
}
