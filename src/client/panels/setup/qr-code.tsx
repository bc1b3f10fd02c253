import { styled } from "@mui/material/styles";
import { generate } from "lean-qr";
import { useMemo } from "react";

/** Modules of light around the code, without which cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

// Dark on white in every colour scheme, because many apps read nothing else.
const Picture = styled("svg")({
  display: "block",
  width: "100%",
  maxWidth: 232,
  marginInline: "auto",
  borderRadius: 12,
  forcedColorAdjust: "none",
});

/** A QR code, the same on the server and in the browser; `name` says what it holds to who cannot see it. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  const edge = size + 2 * quietZone;
  return (
    <Picture
      viewBox={`${-quietZone} ${-quietZone} ${edge} ${edge}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZone} y={-quietZone} width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </Picture>
  );
}

function drawn(text: string): { size: number; path: string } {
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
