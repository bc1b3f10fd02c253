import styled from "@mui/styled-engine";
import { useMemo } from "react";
import { qrPath } from "./qr-path.ts";

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
  const { size, path } = useMemo(() => qrPath(text), [text]);
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
