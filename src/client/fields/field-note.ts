import styled from "@mui/styled-engine";

/** A line below a field that stands before it says anything: a picture and its words. */
export const FieldNote = styled("p", { shouldForwardProp: (name) => name !== "colour" })<{
  colour: "danger" | "warning";
}>(({ theme, colour }) => ({
  display: "flex",
  gap: 8,
  fontSize: "0.9375rem",
  color: theme.vars.palette[colour].main,
  "& svg": { marginTop: 1 },
  "&:not(:empty)": { marginTop: 6 },
}));
