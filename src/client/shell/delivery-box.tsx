import { styled } from "@mui/material/styles";
import type { ReactNode } from "react";

const Box = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 8,
  padding: 16,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  overflowWrap: "anywhere",
  "& strong": { fontWeight: 600 },
  "& code": { fontFamily: "ui-monospace, monospace", fontSize: "1.125em", letterSpacing: "0.08em" },
  "& small": { fontSize: "0.9375rem", color: vars.palette.text.secondary },
}));

interface DeliveryBoxProps {
  /** Which code is asked for, and where it went. */
  children: ReactNode;
  /** Reference of the message that holds it, with the words before it. */
  reference?: { label: string; value: string } | undefined;
}

/** What stands above the field of a code that was sent. */
export function DeliveryBox({ children, reference }: DeliveryBoxProps) {
  return (
    <Box>
      <span>{children}</span>
      {reference !== undefined && (
        <small>
          {reference.label}{" "}
          <strong>
            <code dir="ltr">{reference.value}</code>
          </strong>
        </small>
      )}
    </Box>
  );
}
