import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** Bytes of lines that wait for room. */
const mostWaiting = 1024 * 1024;
/** Bytes that are written at once. Processes share a pipe, and only what is short stays together where it is nearly full. */
const mostAtOnce = 16 * 1024;
/** Milliseconds until it is tried again where there was no room. */
const pause = 20;
/** Milliseconds that a fatal line, or the last ones, wait for whoever reads a pipe. */
const longestWait = 500;

/**
 * Writes lines to the standard output beside the answers, one piece after the other. Where nothing can be written, as on a full disk
 * or into a pipe that nobody reads, the answers go on: lines wait until there is room again, and what is too much is lost. Pino's own
 * destination tries for ever to write a fatal line, or the last ones, to a disk that is full.
 */
export function toStandardOutput(): DestinationStream & { flushSync(): void } {
  const { output, mayWait } = openOutput();
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
  /** Writes what there is room for; gives why there is room for no more, if so. */
  const writeNow = (): unknown => {
    while (length > 0) {
      const piece = take();
      try {
        putBack(piece.subarray(writeSync(output, piece)));
      } catch (error) {
        putBack(piece);
        return error;
      }
    }
    return undefined;
  };
  const next = (): void => {
    if (isBusy || length === 0) return;
    isBusy = true;
    // Lines of one turn go together. No thread has them then: a process that ends would not know what became of them.
    if (!mayWait) return void setImmediate(() => goOn(writeNow()));
    const piece = take();
    write(output, piece, (error, written) => {
      putBack(piece.subarray(error === null ? written : 0));
      goOn(error ?? undefined);
    });
  };
  const goOn = (error: unknown): void => {
    const again = () => {
      isBusy = false;
      next();
    };
    if (error === undefined) again();
    else setTimeout(again, pause).unref();
  };
  // Where there is no room, nothing may hold up a process that ends.
  const flushSync = (): void => {
    const end = performance.now() + longestWait;
    while (isFullPipe(writeNow()) && performance.now() < end) Atomics.wait(sleeper, 0, 0, pause);
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

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * The standard output, and whether a write may wait for its reader. Of a pipe on Linux it is an end of one's own that says when it is
 * full: a process does not end while one of its threads waits in a write, and any other that has the shared end can have it wait.
 */
function openOutput(): { output: number; mayWait: boolean } {
  const shared = { output: 1, mayWait: true };
  if (process.platform !== "linux" || !fstatSync(shared.output).isFIFO()) return shared;
  try {
    return { output: openSync("/dev/stdout", constants.O_WRONLY | constants.O_NONBLOCK), mayWait: false };
  } catch {
    // Of another user, or without a reader.
    return shared;
  }
}

function isFullPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAGAIN";
}
