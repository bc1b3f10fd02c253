import styled from "@mui/styled-engine";
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

/** Things of a person, one in each `Row`. */
export const RowList = styled("ul")(({ theme: { vars } }) => ({
  margin: 0,
  padding: 0,
  listStyle: "none",
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 14,
  "& > li + li": { borderBlockStart: `1px solid ${vars.palette.divider}` },
}));

const Line = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 12,
  minHeight: 64,
  padding: "10px 16px",
  "& > span": { flex: 1, minWidth: 0 },
  "& strong": { display: "block", fontWeight: 600 },
  "& small": { fontSize: "0.875rem", color: vars.palette.text.secondary },
  "& svg": { color: vars.palette.text.secondary },
}));

const Details = styled("details")(({ theme: { vars } }) => ({
  "& summary": {
    borderRadius: 14,
    cursor: "pointer",
    listStyle: "none",
    "&::-webkit-details-marker": { display: "none" },
    "&:hover": { backgroundColor: vars.palette.action.hover },
    "&:focus-visible": { outlineOffset: -3 },
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
  about: ReactNode;
  /** What can be done with it, shown when the row is opened; works without script. None: there is nothing to open. */
  children?: ReactNode;
}

/** One thing of a list, with what can be done with it. */
export function Row({ name, about, children }: RowProps) {
  const nameId = useId();
  const words = (
    <span>
      <strong id={nameId}>{name}</strong>
      {/* Browser and server may write the same date with another space or comma. */}
      <small suppressHydrationWarning>{about}</small>
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
