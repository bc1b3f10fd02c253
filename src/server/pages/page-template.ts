/** Bytes that answer many, but for the places that each answer fills with values of its own. */
export interface Template<Name extends string> {
  bytes: Buffer;
  places: Place<Name>[];
}

/** Where a value goes, which is as long as the mark that stands there. */
interface Place<Name extends string> {
  name: Name;
  start: number;
  length: number;
}

/** Text in ASCII by name: marks, or the values that take their places. */
export type Named<Name extends string> = Record<Name, string>;

/** The template of bytes in which marks stand where values will. */
export function templateOf<Name extends string>(bytes: Buffer, marks: Named<Name>): Template<Name> {
  const places = (Object.keys(marks) as Name[]).flatMap((name) => {
    const { length } = marks[name];
    return startsOf(bytes, marks[name]).map((start) => ({ name, start, length }));
  });
  return { bytes, places };
}

/** A copy with values in the places. Throws where one is longer or shorter than its mark: the answer would be broken. */
export function filled<Name extends string>(template: Template<Name>, values: Named<Name>): Buffer {
  const bytes = Buffer.from(template.bytes);
  for (const { name, start, length } of template.places) {
    if (values[name].length !== length)
      throw new Error(`a page has place for ${length} characters of ${name}`);
    bytes.write(values[name], start, "latin1");
  }
  return bytes;
}

/** Where a mark begins, each time. */
export function startsOf(bytes: Buffer, mark: string): number[] {
  const starts: number[] = [];
  for (let start = bytes.indexOf(mark); start >= 0; start = bytes.indexOf(mark, start + mark.length))
    starts.push(start);
  return starts;
}
