/** Text in ASCII by name: marks, or the values that take their places. */
export type Named = Readonly<Record<string, string>>;

/** Bytes that answer many, but for the places that each answer fills with values of its own. */
export interface Template {
  bytes: Buffer;
  places: { name: string; start: number; length: number }[];
}

/** The template of bytes in which marks stand where values of their lengths will. */
export function templateOf(bytes: Buffer, marks: Named): Template {
  const places = Object.entries(marks).flatMap(([name, mark]) =>
    startsOf(bytes, mark).map((start) => ({ name, start, length: mark.length })),
  );
  return { bytes, places };
}

/** A copy with values in the places. Throws where one is longer or shorter than its mark: the answer would be broken. */
export function filled(template: Template, values: Named): Buffer {
  const bytes = Buffer.from(template.bytes);
  for (const { name, start, length } of template.places) {
    const value = values[name];
    if (value?.length !== length) throw new Error(`a page has place for ${length} characters of ${name}`);
    bytes.write(value, start, "latin1");
  }
  return bytes;
}

/** Where a mark begins, each time; an empty one never does. */
export function startsOf(bytes: Buffer, mark: string): number[] {
  if (mark === "") return [];
  const starts: number[] = [];
  for (let start = bytes.indexOf(mark); start >= 0; start = bytes.indexOf(mark, start + mark.length))
    starts.push(start);
  return starts;
}
