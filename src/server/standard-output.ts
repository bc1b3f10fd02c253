import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

const standardOutput = 1;
/** Bytes of lines that wait for room. */
const mostWaiting = 1024 * 1024;
/** Bytes that are written at once. Processes share a pipe, and only what is short stays together where it is nearly full. */
const mostAtOnce = 16 * 1024;
/** Milliseconds until it is tried again where there was no room. */
const pause = 100;

/**
 * Writes lines to the standard output beside the answers, one piece after the other. Where nothing can be written, as on a full disk,
 * the answers go on: lines wait until there is room again, and what is too much is lost. Pino's own destination tries for ever to
 * write a fatal line, or the last ones, to a disk that is full.
 */
export function toStandardOutput(): DestinationStream & { flushSync(): void } {
  const lines: Buffer[] = [];
  let length = 0;
  let isBusy = false;

  const take = (): Buffer => {
    let size = 0;
    const isTooMuch = (line: Buffer) => {
      size += line.length;
      return size > mostAtOnce;
    };
    const end = lines.findIndex(isTooMuch);
    const taken = lines.splice(0, end < 0 ? lines.length : Math.max(1, end));
    const piece = Buffer.concat(taken);
    length -= piece.length;
    return piece;
  };
  const putBack = (rest: Buffer): void => {
    if (rest.length === 0) return;
    lines.unshift(rest);
    length += rest.length;
  };
  const next = (): void => {
    if (isBusy || length === 0) return;
    isBusy = true;
    const piece = take();
    write(standardOutput, piece, (error, written) => {
      putBack(piece.subarray(error === null ? written : 0));
      if (error !== null) return void setTimeout(goOn, pause).unref();
      goOn();
    });
  };
  const goOn = (): void => {
    isBusy = false;
    next();
  };
  // Once: where there is no room, nothing may hold up a process that ends.
  const flushSync = (): void => {
    while (length > 0) {
      const piece = take();
      try {
        putBack(piece.subarray(writeSync(standardOutput, piece)));
      } catch {
        putBack(piece);
        return;
      }
    }
  };
  process.on("exit", flushSync);

  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (length + bytes.length > mostWaiting) return;
      lines.push(bytes);
      length += bytes.length;
      next();
    },
    flushSync,
  };
}
