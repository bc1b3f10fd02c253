import { keyframes } from "@emotion/react";
import styled from "@mui/styled-engine";
import { withMotion } from "../look/theme.ts";

// From one end of a bar to the other.
const slide = keyframes({
  from: { transform: "translateX(-100%)" },
  to: { transform: "translateX(250%)" },
});
const show = keyframes({ to: { opacity: 1 } });

// Short ways show no bar at all.
const Track = styled("div")({
  position: "fixed",
  inset: "0 0 auto 0",
  zIndex: 4,
  height: 3,
  overflow: "hidden",
  opacity: 0,
  animation: `${show} 1ms 120ms forwards`,
});

/** Runs along a track of whatever height as long as something is under way. */
export const Bar = styled("div")(({ theme }) => ({
  height: "100%",
  borderRadius: "inherit",
  backgroundColor: theme.vars.palette.brand.link,
  [withMotion]: { width: "40%", animation: `${slide} 1.1s ease-in-out infinite` },
  // What is drawn by its ground alone is not seen where the browser chooses the colours.
  "@media (forced-colors: active)": { backgroundColor: "CanvasText" },
}));

/** The bar at the top while something is fetched or sent (specification, section 2). */
export function Progress({ label }: { label: string }) {
  return (
    <Track role="progressbar" aria-label={label}>
      <Bar />
    </Track>
  );
}
