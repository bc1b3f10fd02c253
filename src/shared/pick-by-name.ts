/** The entries of a record whose names are wanted. */
export function pickByName<Value>(
  record: Readonly<Record<string, Value>>,
  isWanted: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)));
}
