import styled from "@mui/styled-engine";
import { onWideScreens } from "../look/theme.ts";
import { useScreen } from "../page/screen-context.ts";
import { Doorway } from "../parts/doorway.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { hasAccountMenu } from "./has-account-menu.ts";

const Panel = styled("aside", { shouldForwardProp: (name) => name !== "greets" })<{ greets: boolean }>(
  ({ theme: { vars }, greets }) => ({
    display: "none",
    [onWideScreens]: { display: "flex" },
    position: "relative",
    flexDirection: "column",
    overflow: "hidden",
    padding: "56px 44px",
    color: greets ? vars.palette.brand.onHall : vars.palette.text.primary,
    backgroundColor: greets ? vars.palette.brand.hall : vars.palette.brand.side,
    "& strong": {
      display: "block",
      fontSize: "1.75rem",
      lineHeight: 1.2,
      fontWeight: 600,
      letterSpacing: "-0.022em",
      textWrap: "balance",
      // Long compounds alone: any shorter word goes to the next line whole.
      hyphens: "auto",
      hyphenateLimitChars: "14 5 5",
    },
    "& p": { marginTop: 14, textWrap: "pretty" },
    // Forced colours keep no ground: a line stands between both halves.
    "@media (forced-colors: active)": { borderInlineEnd: "1px solid" },
  }),
);

/** The picture below begins where it does for most words, and further down for more or larger ones. */
const Words = styled("div")({ minHeight: "13.375rem" });

/** Begins where the words end, because the card grows downwards when a message comes; up to the edges. */
const Scene = styled("div")({
  position: "relative",
  flex: 1,
  marginInline: -44,
  // At the least it fills the room below words that reach further down than the card.
  minHeight: 56,
  marginBlockEnd: -56,
});

const Picture = styled("img")({
  position: "absolute",
  width: "100%",
  height: "100%",
  objectFit: "cover",
  objectPosition: "50% 0",
});

const Menu = styled("nav")(({ theme: { vars } }) => ({
  position: "relative",
  display: "grid",
  gap: 4,
  marginInline: -16,
  "& a": {
    display: "flex",
    alignItems: "center",
    gap: 14,
    minHeight: 48,
    padding: "8px 16px",
    borderRadius: 12,
    color: vars.palette.text.primary,
    textDecoration: "none",
  },
  "& svg": { color: vars.palette.text.secondary },
  "& a:hover": { backgroundColor: vars.palette.action.hover },
  "& a[aria-current]": { backgroundColor: vars.palette.background.paper, fontWeight: 600 },
  "& a[aria-current] svg": { color: vars.palette.brand.link },
}));

/** Beside the card on wide screens: the partner's words for a visitor, the account's menu for a signed-in person. */
export function Sidebar() {
  const context = useScreen();
  const { t, background } = context;
  if (hasAccountMenu(context))
    return (
      <Panel greets={false}>
        <Menu aria-label={t("shell.accountMenu")}>
          <AccountMenu />
        </Menu>
      </Panel>
    );
  return (
    <Panel greets>
      <Words>
        <strong>{t("shell.welcome.title")}</strong>
        <p>{t("shell.welcome.text")}</p>
      </Words>
      <Scene>
        {background === null ? (
          <Doorway height={1600} />
        ) : (
          <Picture src={background} alt="" fetchPriority="low" decoding="async" />
        )}
      </Scene>
    </Panel>
  );
}
