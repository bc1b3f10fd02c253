/** A record of the same names with other values. */
export function mapRecord<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** A map of the same keys with other values. */
export function mapMap<From, To>(
  map: ReadonlyMap<string, From>,
  change: (value: From) => To,
): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
