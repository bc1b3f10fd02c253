import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { useScreen } from "../page/screen-context.ts";
import { Icon, type IconName } from "./icon.tsx";

const Box = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  gap: 14,
  padding: 16,
  borderRadius: 14,
  backgroundColor: vars.palette.brand.side,
  "& > svg": { fontSize: "1.125rem", marginTop: 1, color: vars.palette.brand.link },
  "& code": {
    fontFamily: "ui-monospace, monospace",
    fontSize: "1.125em",
    fontWeight: 600,
    letterSpacing: "0.08em",
    color: vars.palette.text.primary,
  },
  "& small": { display: "block", marginTop: 6, fontSize: "0.9375rem", color: vars.palette.text.secondary },
  "@media (forced-colors: active)": { border: "1px solid" },
}));

interface DeliveryBoxProps {
  /** Picture of the way that it took. */
  icon: IconName;
  /** Which code is asked for, and where it went. */
  children: ReactNode;
  /** Reference of the message that holds it, if it has one. */
  reference?: string | null | undefined;
  /** Who helps where nothing comes. */
  help?: string;
}

/** What stands above the field of a code that was sent. */
export function DeliveryBox({ icon, children, reference, help }: DeliveryBoxProps) {
  const { t } = useScreen();
  return (
    <Box>
      <Icon name={icon} />
      <div>
        {/* An element of their own: of words beside others React changes nothing where a translator has put its own. */}
        <span>{children}</span>
        {reference && (
          <small>
            {t("shell.messageReference")} <code dir="ltr">{reference}</code>
          </small>
        )}
        {help !== undefined && <small>{help}</small>}
      </div>
    </Box>
  );
}
