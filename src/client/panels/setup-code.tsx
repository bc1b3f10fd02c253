import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { leftToRight } from "../shell/left-to-right.ts";
import { useScreen } from "../shell/screen-context.ts";
import { Progress } from "./setup/progress.tsx";

const Box = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 8,
  marginTop: 24,
  padding: 16,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  overflowWrap: "anywhere",
  "& code": {
    fontFamily: "ui-monospace, monospace",
    fontSize: "1.125em",
    letterSpacing: "0.08em",
    fontWeight: 600,
  },
  "& small": { fontSize: "0.9375rem", color: vars.palette.text.secondary },
}));

/** Where the code went, and by which reference its message is known. */
export function Panel() {
  const { t, view } = useScreen();
  const { method, delivery, phoneNumber } = view as unknown as AnswerOf<"Setup2FAView">;
  const text = (key: string, params?: Record<string, string>) => t(`panels.setup-code.${key}`, params);
  // The person's own words: a number that they mistyped is found where it is shown whole.
  const destination = phoneNumber ?? delivery?.destination ?? "";
  return (
    <>
      <Progress at="prove" />
      <Box>
        {delivery === null ? (
          <span>{text(method === "sms" ? "smsNone" : "pinNone")}</span>
        ) : (
          <span>{text(method === "sms" ? "sms" : "pin", { destination: leftToRight(destination) })}</span>
        )}
        {delivery !== null && delivery.reference !== null && (
          <small>
            {text("reference")} <code dir="ltr">{delivery.reference}</code>
          </small>
        )}
      </Box>
    </>
  );
}
