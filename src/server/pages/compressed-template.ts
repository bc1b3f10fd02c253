import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import { filled, type Named, startsOf, type Template, templateOf } from "./page-template.ts";

const decompress = promisify(brotliDecompress);

/**
 * Compresses a page that has marks: filled with values, the result is the brotli stream of the page with these values.
 *
 * A brotli stream is a row of meta-blocks, of which some may be uncompressed (RFC 7932, section 9.2). The first of each mark
 * becomes such a block; the other ones copy from it. The rest is right whatever stands there, because
 * - no literal is read by what stands before it: context modelling is off;
 * - only marks copy from marks: the encoder is shown bytes instead that are like nothing but themselves;
 * - for the same reason it writes the first ones without a copy, so that the distances which a decoder remembers are the same
 *   with the block that takes their place.
 *
 * Proves it, and throws where it is not so: an encoder need not copy, and does not what comes again within some hundred bytes.
 */
export async function compressedTemplate(page: Buffer, marks: Named): Promise<Template> {
  const shown = Buffer.from(page);
  const firsts: Span[] = [];
  const texts = Object.values(marks).filter((mark) => mark !== "");
  for (const [index, standIn] of standIns(texts).entries()) {
    const starts = startsOf(page, texts[index] ?? "");
    for (const start of starts) shown.set(standIn, start);
    firsts.push(...starts.slice(0, 1).map((start) => ({ start, end: start + standIn.length })));
  }
  firsts.sort((one, other) => one.start - other.start);
  const cuts = firsts.flatMap(({ start, end }) => [start, end]);
  const blocks = firsts.map(({ start, end }) => uncompressedBlock(page.subarray(start, end)));
  // Every second piece is a mark.
  const pieces = (await compressedPieces(shown, cuts)).map((piece, index) =>
    index % 2 === 0 ? piece : (blocks[index >> 1] ?? piece),
  );
  const compressed = templateOf(Buffer.concat(pieces), marks);
  await prove(compressed, templateOf(page, marks), marks);
  return compressed;
}

interface Span {
  start: number;
  end: number;
}

const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
};

/** What one encoder makes of the bytes between the cuts; each piece ends with a whole byte. */
async function compressedPieces(bytes: Buffer, cuts: readonly number[]): Promise<Buffer[]> {
  // Has room for all, so that nothing waits to be read.
  const encoder = createBrotliCompress({ params, chunkSize: 2 * bytes.length + 1024 });
  const pieces: Buffer[] = [];
  let start = 0;
  for (const cut of cuts) {
    encoder.write(bytes.subarray(start, cut));
    await new Promise<void>((done) => encoder.flush(constants.BROTLI_OPERATION_FLUSH, done));
    pieces.push(encoder.read() ?? Buffer.alloc(0));
    start = cut;
  }
  encoder.end(bytes.subarray(start));
  pieces.push(await buffer(encoder));
  return pieces;
}

/** A meta-block that holds bytes as they are: not the last one, length less one in 16 bits, uncompressed. */
function uncompressedBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([header, bytes]);
}

/**
 * Tries two fillings in which no two bytes are the same, nor any byte in both. As every byte of the page is either always the same
 * or always that of one place, what is right with both is right with all.
 */
async function prove(compressed: Template, page: Template, marks: Named): Promise<void> {
  for (const first of [0, 1]) {
    let next = first;
    const bytesFor = ({ length }: string) => String.fromCharCode(...Array.from({ length }, () => next++));
    const values = Object.fromEntries(Object.entries(marks).map(([name, mark]) => [name, bytesFor(mark)]));
    const isRight = (await decompress(filled(compressed, values))).equals(filled(page, values));
    if (!isRight) throw new Error("compressed, a page is not what it was");
  }
}

const inNoText = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];

/**
 * Bytes that no UTF-8 text has, of which no two follow each other twice: thirteen steps of one through their list, then thirteen
 * of two, up to twelve. As thirteen is a prime, each round has thirteen pairs of its own.
 */
const walk = Buffer.alloc(12 * inNoText.length);
for (let index = 0, at = 0; index < walk.length; index += 1) {
  at += 1 + Math.floor(index / inNoText.length);
  walk[index] = inNoText[at % inNoText.length] ?? 0;
}

/** For each mark a part of the walk, as long as it, which begins like none before and ends like none before. */
function standIns(marks: readonly string[]): Buffer[] {
  let at = 0;
  const parts: Buffer[] = [];
  for (const { length } of marks) {
    while (parts.some((part) => part[0] === walk[at] || part.at(-1) === walk[at + length - 1])) at += 1;
    if (at + length > walk.length) throw new Error("the marks are too long");
    parts.push(walk.subarray(at, at + length));
    at += length;
  }
  return parts;
}
