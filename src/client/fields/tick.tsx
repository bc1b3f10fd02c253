import styled from "@mui/styled-engine";

/** Words and their tick box or radio button: one target, large enough for a finger. */
export const TickLine = styled("label")({
  display: "flex",
  alignItems: "center",
  gap: 12,
  minHeight: 44,
  textWrap: "pretty",
  cursor: "pointer",
});

/** The browser's own tick box or radio button in the theme's colour; MUI's costs 6 KB and shows no tick before the script. */
export const Tick = styled("input")(({ theme }) => ({
  flex: "none",
  width: 22,
  height: 22,
  margin: 0,
  cursor: "inherit",
  accentColor: theme.vars.palette.brand.link,
  "&[aria-invalid=true]": { outline: `2px solid ${theme.vars.palette.danger.main}`, outlineOffset: 2 },
}));
