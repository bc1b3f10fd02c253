import { styled } from "@mui/material/styles";

/** Read aloud, not shown. */
export const Hidden = styled("span")({
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
});
