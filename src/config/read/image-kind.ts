/** What a file of an image is judged by. */
export interface ImageFile {
  /** In bytes. */
  size: number;
  /** The first bytes, one character for each. */
  start: string;
  /** The last ones. */
  end: string;
}

/** A kind of image, as people name it and as its files end. */
export interface ImageKind {
  /** With its article. */
  name: string;
  ending: string;
  /** How its files begin, one character for each byte. */
  begins: RegExp;
  /** Says of a file that begins so whether all of it is there; none: nothing tells. */
  isWhole?(image: ImageFile): boolean;
}

/** How many bytes of its beginning, and of its end, a file is judged by: programs write more behind the end of the image itself. */
export const judgedBytes = { start: 32, end: 1024 };

const kinds: readonly ImageKind[] = [
  {
    name: "a PNG",
    ending: "png",
    begins: /^\x89PNG\r\n/,
    isWhole: ({ end }) => end.includes("IEND"),
  },
  {
    name: "a JPEG",
    ending: "jpg",
    begins: /^\xff\xd8\xff/,
    isWhole: ({ end }) => end.includes("\xff\xd9"),
  },
  { name: "a GIF", ending: "gif", begins: /^GIF8[79]a/ },
  {
    name: "a WebP",
    ending: "webp",
    begins: /^RIFF[\s\S]{4}WEBP/,
    // All but the first eight bytes are counted.
    isWhole: ({ start, size }) => Buffer.from(start, "latin1").readUInt32LE(4) + 8 <= size,
  },
  // The brand may stand among those that the file is compatible with.
  { name: "an AVIF", ending: "avif", begins: /^[\s\S]{4}ftyp[\s\S]*avi[fs]/ },
  { name: "an HEIC", ending: "heic", begins: /^[\s\S]{4}ftyphei[cx]/ },
  { name: "an SVG", ending: "svg", begins: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg)\s/ },
];

/** What a file is by its first bytes, whatever its name says; nothing where they are those of no known image. */
export function imageKindOf(start: string): ImageKind | undefined {
  return kinds.find(({ begins }) => begins.test(start));
}

/** How many times as wide as high a file is: a PNG by its bytes, a drawing by its text; nothing where neither says it. */
export function proportionOf({ start }: Pick<ImageFile, "start">, drawing = ""): number | undefined {
  const bytes = Buffer.from(start, "latin1");
  if (imageKindOf(start)?.ending === "png" && bytes.length >= 24)
    return bytes.readUInt32BE(16) / bytes.readUInt32BE(20);
  const [, box = ""] =
    /^[^<]*(?:<[!?][^>]*>[^<]*)*<svg(?=\s)[^>]*?\sviewBox\s*=\s*["']([^"']*)/.exec(drawing) ?? [];
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? width / height : undefined;
}
