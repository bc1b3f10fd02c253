/** Writes a value for a JSON text column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Reads a JSON text column that `toJson` wrote as the same type. */
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
