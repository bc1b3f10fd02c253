import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By when the first visitors of a new process have their answers; milliseconds. */
const collectAfter = 1000;

/**
 * Keeps the memory of a process near to what is alive in it. To be called before much is allocated: V8 would let the
 * room for new objects grow to 48 MB, although a request leaves nearly nothing behind.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Collects what a start has left behind, once it is over. V8 itself would wait for hundreds of MB more, because before
 * its first collection it goes by the size of the machine, and only afterwards by what is alive.
 */
export function collectStart(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setTimeout(collect, collectAfter).unref();
}
