import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By when the first visitors of a new process have their answers; milliseconds. */
const collectAfter = 1000;

/**
 * Keeps the room for new objects small. To be called before much is allocated: V8 would let it grow to 48 MB, although a
 * request leaves nearly nothing behind.
 */
export function keepYoungSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Keeps the memory of a process near to what is alive in it, once its start is over: collects what that has left behind, and
 * from then on whenever three tenths of what is alive have been added. V8 itself would wait for hundreds of MB more at first,
 * because it goes by the size of the machine, and later for up to three times what is alive. It costs no more processor this
 * way.
 */
export function keepOldSmall(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setTimeout(() => {
    setFlagsFromString("--heap-growing-percent=30");
    collect();
  }, collectAfter).unref();
}
