import styled from "@mui/styled-engine";
import { usePanelTexts, useScreen } from "../page/screen-context.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Progress } from "./setup/progress.tsx";
import { QrCode } from "./setup/qr-code.tsx";

// Only who holds the device in the hand cannot scan its screen.
const AppLink = styled("a")({
  display: "none",
  "@media (pointer: coarse)": { display: "inline-flex", alignItems: "center", minHeight: 44 },
});

const Box = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 20,
  marginTop: 24,
  padding: 20,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 14,
  "& strong": { display: "block", fontWeight: 600 },
  "& code": {
    display: "block",
    marginBlock: 8,
    fontFamily: "ui-monospace, monospace",
    fontSize: "1rem",
    lineHeight: 1.6,
  },
  "& small": {
    display: "block",
    marginBottom: 12,
    fontSize: "0.9375rem",
    color: vars.palette.text.secondary,
  },
  "& [role=status]:not(:empty)": { marginInlineStart: 12 },
}));

/** What the authenticator app needs: to scan, or to type. */
export function Panel() {
  const { view } = useScreen<"Setup2FAView">();
  const { authenticator } = view;
  const text = usePanelTexts("setup-authenticator");
  if (authenticator === null) return <Progress at="prove" />;
  const { sharedKey, otpauthUri } = authenticator;
  return (
    <>
      <Progress at="prove" />
      <Box>
        <QrCode text={otpauthUri} name={text("qrCode")} />
        <AppLink href={otpauthUri}>{text("open")}</AppLink>
        <div>
          <strong>{text("key")}</strong>
          {/* A key is read from left to right, whatever the page's language. */}
          <code dir="ltr">{sharedKey}</code>
          <small>{text("keyHint")}</small>
          <CopyButton text={sharedKey.replaceAll(" ", "")} label={text("copy")} />
        </div>
      </Box>
    </>
  );
}
