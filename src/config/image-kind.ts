/** What a file of an image is judged by. */
export interface ImageFile {
  /** In bytes. */
  size: number;
  /** The first bytes, one character for each. */
  start: string;
}

/** A kind of image, as people name it and as its files end. */
export interface ImageKind {
  /** With its article. */
  name: string;
  ending: string;
  /** How its files begin, one character for each byte. */
  begins: RegExp;
}

/** Of how many bytes `imageKindOf` judges. */
export const startLength = 32;

const kinds: readonly ImageKind[] = [
  { name: "a PNG", ending: "png", begins: /^\x89PNG\r\n/ },
  { name: "a JPEG", ending: "jpg", begins: /^\xff\xd8\xff/ },
  { name: "a GIF", ending: "gif", begins: /^GIF8[79]a/ },
  { name: "a WebP", ending: "webp", begins: /^RIFF[\s\S]{4}WEBP/ },
  // The brand may stand among those that the file is compatible with.
  { name: "an AVIF", ending: "avif", begins: /^[\s\S]{4}ftyp[\s\S]*avi[fs]/ },
  { name: "an HEIC", ending: "heic", begins: /^[\s\S]{4}ftyphei[cx]/ },
  { name: "an SVG", ending: "svg", begins: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg)\s/ },
];

/** What a file is by its first bytes, whatever its name says; nothing where they are those of no known image. */
export function imageKindOf(start: string): ImageKind | undefined {
  return kinds.find(({ begins }) => begins.test(start));
}
