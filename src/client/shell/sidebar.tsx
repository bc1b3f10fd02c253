import { styled } from "@mui/material/styles";
import { AccountMenu } from "./account-menu.tsx";
import { Doorway } from "./doorway.tsx";
import { useScreen } from "./screen-context.ts";
import { onWideScreens } from "./theme.ts";

const Panel = styled("aside")(({ theme: { vars } }) => ({
  display: "none",
  [onWideScreens]: { display: "flex" },
  position: "relative",
  flexDirection: "column",
  overflow: "hidden",
  padding: "48px 44px",
  backgroundColor: vars.palette.brand.side,
  "& strong": {
    fontSize: "1.625rem",
    lineHeight: 1.25,
    fontWeight: 700,
    letterSpacing: "-0.02em",
    textWrap: "balance",
  },
  "& p": { marginTop: 14, color: vars.palette.text.secondary, textWrap: "pretty" },
}));

const Picture = styled("img")({
  position: "absolute",
  insetInline: 0,
  insetBlockEnd: 0,
  width: "100%",
  height: "58%",
  objectFit: "cover",
});

const Menu = styled("nav")(({ theme: { vars } }) => ({
  position: "relative",
  display: "grid",
  gap: 4,
  marginInline: -16,
  "& a": {
    padding: "11px 16px",
    borderRadius: 12,
    color: vars.palette.text.primary,
    fontWeight: 500,
    textDecoration: "none",
  },
  "& a:hover": { backgroundColor: vars.palette.action.hover },
  "& a[aria-current]": { backgroundColor: vars.palette.background.paper, fontWeight: 650 },
}));

/** Beside the card on wide screens: the partner's words for a visitor, the account's menu for a signed-in person. */
export function Sidebar() {
  const { t, user, background } = useScreen();
  return (
    <Panel>
      {background === null ? (
        <Doorway />
      ) : (
        <Picture src={background} alt="" fetchPriority="low" decoding="async" />
      )}
      {user.isAuthenticated ? (
        <Menu aria-label={t("shell.accountMenu")}>
          <AccountMenu />
        </Menu>
      ) : (
        <>
          <strong>{t("shell.welcome.title")}</strong>
          <p>{t("shell.welcome.text")}</p>
        </>
      )}
    </Panel>
  );
}
