import styled from "@mui/styled-engine";
import { type ReactNode, useId } from "react";
import { withPointer } from "../look/theme.ts";
import { Icon } from "./icon.tsx";

const Line = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 12,
  minHeight: 64,
  padding: "10px 16px",
  "& > span": { flex: 1, minWidth: 0 },
  "& strong": { display: "block", fontWeight: 600 },
  "& small": { display: "block", fontSize: "0.875rem", color: vars.palette.text.secondary },
  "& svg": { color: vars.palette.text.secondary },
}));

const Details = styled("details")(({ theme: { vars } }) => ({
  "& summary": {
    cursor: "pointer",
    listStyle: "none",
    "&::-webkit-details-marker": { display: "none" },
    [withPointer]: { "&:hover": { backgroundColor: vars.palette.action.hover } },
    "&:focus-visible": { outlineOffset: -3, borderRadius: 13 },
  },
  "&[open] summary svg": { rotate: "180deg" },
}));

const Changes = styled("div")({
  display: "grid",
  gap: 12,
  padding: "12px 16px 16px",
  "& form": { display: "grid", gap: 8 },
  "& form > button": { marginTop: 4 },
  "& label": { fontWeight: 600 },
});

interface RowProps {
  name: ReactNode;
  about: readonly string[];
  /** What can be done with it, shown when the row is opened; works without script. None: there is nothing to open. */
  children?: ReactNode;
}

/** What is said of one thing in a line; what parts two of them goes with the one that follows. */
export function joined(parts: readonly string[]): string {
  return parts.join(" ·\u00a0");
}

/** One thing of a list, with what can be done with it. */
export function Row({ name, about, children }: RowProps) {
  const nameId = useId();
  const words = (
    <span>
      <strong id={nameId}>{name}</strong>
      {/* Browser and server may write the same date with another space or comma. */}
      <small suppressHydrationWarning>{joined(about)}</small>
    </span>
  );
  return (
    <li>
      {children === undefined ? (
        <Line>{words}</Line>
      ) : (
        <Details>
          <Line as="summary">
            {words}
            <Icon name="down" />
          </Line>
          <Changes role="group" aria-labelledby={nameId}>
            {children}
          </Changes>
        </Details>
      )}
    </li>
  );
}
