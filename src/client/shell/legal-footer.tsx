import { Global } from "@emotion/react";
import styled from "@mui/styled-engine";
import { legalLinks } from "../../shared/legal-links.ts";
import { useScreen } from "../page/screen-context.ts";
import { Hidden } from "../parts/hidden.tsx";

// At the end of the page, also of one that is shorter than the window: sticky below the window, it is pushed down as far as
// the page goes. Within the room that is below every card, so that no page grows by it.
const Foot = styled("footer")(({ theme }) => ({
  position: "sticky",
  insetBlockStart: "100dvh",
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  // A line of links, and below it room for the ring around the one that has the focus.
  marginBlockStart: -50,
  padding: "0 8px 6px",
  textAlign: "center",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    minHeight: 44,
    paddingInline: 8,
    borderRadius: 8,
    // Legible also above the arches behind a short page, in whatever colour of a partner.
    color: theme.vars.palette.text.primary,
  },
}));

/** Lets what is drawn here fill the window. */
const asHighAsTheWindow = {
  body: { display: "flex", flexDirection: "column" },
  "#root": { flexGrow: 1 },
} as const;

/** What the law asks of every page, where the partner has it. Beside the page, so that what is typed there stays. */
export function LegalFooter() {
  const { t, partner } = useScreen();
  const links = legalLinks(partner, t);
  return (
    links.length > 0 && (
      <Foot>
        <Global styles={asHighAsTheWindow} />
        {links.map(({ href, label }) => (
          <a key={href} href={href} target="_blank" rel="noopener">
            {label}
            <Hidden> {t("shell.legal.newTab")}</Hidden>
          </a>
        ))}
      </Foot>
    )
  );
}
