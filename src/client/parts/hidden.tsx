import styled from "@mui/styled-engine";

/** The look of what is read aloud and not shown. */
export const onlyRead = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

/** Read aloud, not shown. */
export const Hidden = styled("span")(onlyRead);
