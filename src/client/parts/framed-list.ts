import styled from "@mui/styled-engine";

/** Things one below the other within one border: each item holds a choice, or is a `Row`. */
export const FramedList = styled("ul")(({ theme: { vars } }) => ({
  margin: 0,
  padding: 0,
  listStyle: "none",
  overflow: "clip",
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 14,
  "& > li + li": { borderBlockStart: `1px solid ${vars.palette.divider}` },
}));
