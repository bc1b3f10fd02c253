const width = 30;

/** Where a bar is drawn; `isTTY` is left out where nobody looks, and nothing is drawn then. */
export interface BarOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Draws how far some work is in one line of a terminal; `end` leaves that line. */
export function progressBar(output: BarOutput) {
  let isDrawn = false;
  return {
    show(done: number, all: number): void {
      if (!output.isTTY) return;
      const full = Math.round((done / all) * width);
      output.write(`\r${"█".repeat(full).padEnd(width, "░")} ${done} of ${all}`);
      isDrawn = true;
    },
    end(): void {
      if (isDrawn) output.write("\n");
      isDrawn = false;
    },
  };
}
