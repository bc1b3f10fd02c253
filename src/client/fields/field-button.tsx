import styled from "@mui/styled-engine";
import { withoutScript } from "../look/theme.ts";

/** A button at the end of an input, for a picture; it needs script. */
export const FieldButton = styled("button")(({ theme }) => ({
  display: "grid",
  placeItems: "center",
  flex: "none",
  width: 44,
  height: 44,
  marginInlineEnd: 5,
  padding: 0,
  border: 0,
  borderRadius: 12,
  background: "none",
  color: theme.vars.palette.text.secondary,
  cursor: "pointer",
  [withoutScript]: { display: "none" },
}));
