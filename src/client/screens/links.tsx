import styled from "@mui/styled-engine";
import { matches } from "../../shared/matches.ts";
import { withReturnUrl } from "../../shared/return-url.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import { ButtonLink } from "../parts/button.tsx";
import type { Way } from "../parts/panel.ts";

/** The links of the screen that hold now, with address and text (design, "The screen language"). */
export function waysOf(context: ScreenContext): Way[] {
  const { part, textKey, facts, view, t, hrefOf, iconOf, linkKeyOf, postAddress } = context;
  return part.links
    .filter(({ when }) => matches(when, facts))
    .flatMap(({ to, label, comeBack, wayIn, listed }) => {
      const key = label === undefined ? linkKeyOf(to) : `${textKey}.links.${label}`;
      const text = t(key);
      if (!to.startsWith("view.")) {
        const href = comeBack === true ? withReturnUrl(hrefOf(to), postAddress) : hrefOf(to);
        return [{ href, text, wayIn, listed: listed === true || wayIn !== undefined, icon: iconOf(to) }];
      }
      const address = view[to.slice("view.".length)];
      return typeof address === "string" ? [{ href: address, text, wayIn }] : [];
    });
}

const List = styled("nav")({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  gap: "0 24px",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    minHeight: 44,
    // Keeps a text of two lines apart from the next.
    paddingBlock: 8,
    borderRadius: 8,
    fontWeight: 600,
    textAlign: "center",
    textDecorationColor: "transparent",
    textDecorationThickness: 1,
    textUnderlineOffset: "0.25em",
  },
  "& a:hover": { textDecorationColor: "currentColor" },
});

/** Ways on below the screen's action. */
export function Links({ ways }: { ways: readonly Way[] }) {
  const { t } = useScreen();
  if (ways.length === 0) return null;
  return (
    <List aria-label={t("shell.otherWays")}>
      {ways.map(({ href, text }) => (
        <a key={href + text} href={href}>
          {text}
        </a>
      ))}
    </List>
  );
}

/** The way on of a screen that sends nothing: it looks like the primary action that it is. */
export function MainWay({ way }: { way: Way }) {
  return (
    <ButtonLink href={way.href} size="big" wide>
      {way.text}
    </ButtonLink>
  );
}
