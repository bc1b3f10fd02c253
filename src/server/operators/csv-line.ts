/** One line of CSV (RFC 4180), without its end; the delimiter is the comma or the semicolon. */
export function csvLine(cells: readonly string[], delimiter: "," | ";" = ","): string {
  const special = delimiter === "," ? /[",\r\n]/ : /[";\r\n]/;
  return cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}
