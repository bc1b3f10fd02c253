import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import { type Named, startsOf } from "./page-template.ts";

const decompress = promisify(brotliDecompress);

/**
 * Compresses a page so that each mark stands in the result once, as it is. Whatever of the same length is written over it there,
 * the result is the brotli stream of the page that has this everywhere instead of the mark.
 *
 * A brotli stream is a row of meta-blocks, of which some may be uncompressed (RFC 7932, section 9.2). The first of each mark
 * becomes such a block; the other ones copy from it. The rest holds for every value, because
 * - no literal is read by what stands before it: context modelling is off;
 * - only marks copy from marks: the encoder is shown bytes instead that are like nothing but themselves;
 * - for the same reason it writes the first ones without a copy, so that the distances which a decoder remembers are the same
 *   with the block that takes their place.
 *
 * Throws where the result is not the page: an encoder need not copy, and does not in a page of a few bytes.
 */
export async function brotliWithMarks<Name extends string>(
  page: Buffer,
  marks: Named<Name>,
): Promise<Buffer> {
  const shown = Buffer.from(page);
  let shownMarks = 0;
  const firsts: Span[] = [];
  for (const mark of Object.values<string>(marks)) {
    const starts = startsOf(page, mark);
    for (const start of starts)
      shown.set(unlikeAnything.subarray(shownMarks, shownMarks + mark.length), start);
    shownMarks += mark.length;
    firsts.push(...starts.slice(0, 1).map((start) => ({ start, end: start + mark.length })));
  }
  if (shownMarks > unlikeAnything.length) throw new Error("the marks are too long");
  firsts.sort((one, other) => one.start - other.start);
  const pieces = await compressedPieces(
    shown,
    firsts.flatMap(({ start, end }) => [start, end]),
  );
  // Every second piece is a mark.
  const blocks = firsts.map(({ start, end }) => uncompressedBlock(page.subarray(start, end)));
  const result = Buffer.concat(
    pieces.map((piece, index) => (index % 2 === 0 ? piece : (blocks[index >> 1] ?? piece))),
  );
  if (!(await decompress(result)).equals(page)) throw new Error("compressed, a page is not what it was");
  return result;
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

const inNoText = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];

/**
 * Bytes that no UTF-8 text has, of which no two follow each other twice: thirteen steps of one through their list, then thirteen
 * of two, up to twelve. As thirteen is a prime, each round has thirteen pairs of its own.
 */
const unlikeAnything = Buffer.alloc(12 * inNoText.length);
for (let index = 0, at = 0; index < unlikeAnything.length; index += 1) {
  at += 1 + Math.floor(index / inNoText.length);
  unlikeAnything[index] = inNoText[at % inNoText.length] ?? 0;
}
