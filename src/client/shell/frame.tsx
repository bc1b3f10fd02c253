import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { onPhones, onWideScreens } from "../look/theme.ts";
import { useScreen } from "../page/screen-context.ts";
import { Doorway } from "../parts/doorway.tsx";
import { LanguageForm } from "./language-menu.tsx";
import { LegalFooter } from "./legal-footer.tsx";
import { Navbar } from "./navbar.tsx";
import { Sidebar } from "./sidebar.tsx";

const SkipLink = styled("a")(({ theme }) => ({
  position: "absolute",
  insetInlineStart: 16,
  insetBlockStart: -80,
  zIndex: 3,
  padding: "10px 16px",
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  "&:focus": { insetBlockStart: 12 },
}));

// The card hangs from the top: in the middle it would move up when a message appears.
const Stage = styled("div")({
  display: "flex",
  justifyContent: "center",
  padding: "clamp(16px, 6vh, 72px) 16px 48px",
  [onPhones]: { padding: "8px 0 0" },
});

const Surface = styled("div", { shouldForwardProp: (name) => name !== "withSide" })<{ withSide: boolean }>(
  ({ theme: { vars }, withSide }) => ({
    display: "grid",
    width: "100%",
    maxWidth: 496,
    overflow: "clip",
    borderRadius: 24,
    backgroundColor: vars.palette.background.paper,
    boxShadow: `0 0 0 1px ${vars.palette.divider}, 0 1px 2px rgb(16 24 40 / 0.04), 0 24px 56px -12px rgb(16 24 40 / 0.12)`,
    [onWideScreens]: withSide && { gridTemplateColumns: "420px 1fr", maxWidth: 1000, minHeight: 620 },
    // What has much to show says so itself.
    "&:has([data-wide])": { maxWidth: 1080 },
    [onPhones]: { borderRadius: 0, boxShadow: "none", maxWidth: "none" },
    // Forced colours show no shadow.
    "@media (forced-colors: active)": { border: "1px solid" },
  }),
);

// Behind the card where no side panel shows it, so that a short page is a hall and not a void.
const Hall = styled(Doorway)(({ theme }) => ({
  position: "fixed",
  insetBlockEnd: 0,
  zIndex: -1,
  color: theme.vars.palette.brand.link,
  height: "min(46vh, 420px)",
  opacity: 0.5,
  [onPhones]: { height: "32vh" },
  "@media (max-height: 480px)": { display: "none" },
}));

const Main = styled("main")({
  minWidth: 0,
  padding: "clamp(28px, 6vw, 56px) clamp(28px, 6vw, 64px)",
  [onPhones]: { padding: "12px 24px 56px" },
  "&:focus": { outline: "none" },
});

/** What stands around every screen: navbar, sidebar and the card, as the screen's layout says, and the partner's footer. */
export function Frame({ children }: { children: ReactNode }) {
  const { t, screen } = useScreen();
  return (
    <>
      <SkipLink href="#content">{t("shell.skipToContent")}</SkipLink>
      {screen.layout !== "empty" && <Navbar />}
      <Stage>
        <Surface withSide={screen.layout === "card"}>
          {screen.layout === "card" && <Sidebar />}
          <Main id="content" tabIndex={-1}>
            {children}
          </Main>
        </Surface>
      </Stage>
      <LegalFooter />
      {screen.layout !== "card" && <Hall height={300} />}
      {screen.layout !== "empty" && <LanguageForm />}
    </>
  );
}
