/** Keys and indexes that lead to a value of a document. */
export type JsonPath = readonly (string | number)[];

/** The path of a JSON pointer (RFC 6901); indexes stay text, as the document may have an object there. */
export function pathOfPointer(pointer: string): JsonPath {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that a path leads to; undefined: it leads nowhere. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (holder, key) =>
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, key)
        ? Reflect.get(holder, key)
        : undefined,
    value,
  );
}
