/** One figure as measured, and what it should be. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  goal?: { atLeast: number } | { atMost: number };
  /** Its place in the plot of its part, on which line and at which size of what grows. */
  at?: { line: string; x: number };
}

/** What one file of this folder measures. */
export interface Part {
  title: string;
  /** What is compared with what, and by which means. */
  how: string;
  measure(): Promise<Figure[]>;
}

/** The figures as a table of Markdown. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, goal }) => {
    const shown = `${rounded(value)}${unit === undefined ? "" : ` ${unit}`}`;
    return `| ${what} | ${shown} | ${goal === undefined ? "" : goalText(goal)} | ${verdict(value, goal)} |`;
  });
  return ["| | measured | goal | |", "| --- | --: | --: | --- |", ...rows].join("\n");
}

function goalText(goal: NonNullable<Figure["goal"]>): string {
  return "atLeast" in goal ? `at least ${rounded(goal.atLeast)}` : `at most ${rounded(goal.atMost)}`;
}

function verdict(value: number, goal: Figure["goal"]): string {
  if (goal === undefined) return "";
  return ("atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost) ? "held" : "**missed**";
}

function rounded(value: number): string {
  return String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that a share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
