import { generate } from "lean-qr";

/** The dark modules of the QR code of a text as the path of an SVG, one unit per module; `size` modules each way. */
export function qrPath(text: string): { size: number; path: string } {
  const code = generate(text);
  const rows = Array.from({ length: code.size }, (_, y) => y);
  const path = rows.flatMap((y) =>
    runsOf(code, y).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size: code.size, path: path.join("") };
}

/** The dark runs of a row: start and length. */
function runsOf(code: ReturnType<typeof generate>, y: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < code.size; x += 1) {
    if (!code.get(x, y)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
