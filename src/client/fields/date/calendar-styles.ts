import styled from "@mui/styled-engine";

/** What stands around the month. */
export const Frame = styled("div")(({ theme: { vars } }) => ({
  marginBlockStart: 8,
  padding: 8,
  border: `1px solid ${vars.palette.brand.border}`,
  borderRadius: 12,
  backgroundColor: vars.palette.background.paper,
}));

/** Month and year with the buttons beside them. */
export const Head = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 6,
  "& select": {
    flex: "1 1 auto",
    minWidth: 0,
    height: 44,
    padding: "0 8px",
    color: "inherit",
    border: `1px solid ${vars.palette.brand.border}`,
    borderRadius: 8,
    backgroundColor: vars.palette.background.paper,
  },
  // Of a month the first letters are enough.
  "& select:last-of-type": { flex: "none" },
  "& button": {
    display: "grid",
    placeItems: "center",
    flex: "none",
    width: 44,
    height: 44,
    padding: 0,
    border: 0,
    borderRadius: 8,
    background: "none",
    color: "inherit",
    cursor: "pointer",
  },
  "& button:hover": { backgroundColor: vars.palette.action.hover },
  "& button:first-of-type svg": { rotate: "180deg" },
}));

/** The weeks. */
export const Grid = styled("table")(({ theme: { vars } }) => ({
  width: "100%",
  marginBlockStart: 4,
  borderCollapse: "collapse",
  tableLayout: "fixed",
  "& th": {
    padding: "6px 0",
    fontSize: "0.8125rem",
    fontWeight: 600,
    textAlign: "center",
    color: vars.palette.text.secondary,
  },
  "& button": {
    width: "100%",
    height: 44,
    padding: 0,
    border: "2px solid transparent",
    borderRadius: 8,
    fontVariantNumeric: "tabular-nums",
    background: "none",
    color: "inherit",
    cursor: "pointer",
  },
  "& button:hover": { backgroundColor: vars.palette.action.hover },
  "& button[aria-current]": { borderColor: vars.palette.brand.border, fontWeight: 600 },
  "& [aria-selected=true] button": {
    backgroundColor: vars.palette.primary.main,
    color: vars.palette.primary.contrastText,
  },
  "& button[aria-disabled=true]": { color: vars.palette.text.disabled, cursor: "default" },
  // Forced colours keep no ground and no shade of a text, and draw a border that has no colour.
  "@media (forced-colors: active)": {
    "& button": { borderColor: "ButtonFace" },
    // Over the border of the day below.
    "& button:focus-visible": { position: "relative" },
    "& [aria-selected=true] button": {
      forcedColorAdjust: "none",
      color: "HighlightText",
      backgroundColor: "Highlight",
      borderColor: "Highlight",
      outlineColor: "CanvasText",
    },
    "& button[aria-disabled=true]": { color: "GrayText" },
  },
}));

/** A cell of a grid, not of a table of data. */
export const Cell = styled("td")({ padding: 0 });
