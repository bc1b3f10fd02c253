import { Global, type Theme, useTheme } from "@emotion/react";
import { backdrop, onPhones } from "./theme.ts";

/** The theme's variables for both schemes and the few rules that hold for every element. */
export function GlobalStyles() {
  const theme = useTheme();
  return <Global styles={[...theme.variables, rulesOf(theme)]} />;
}

function rulesOf({ vars: { palette } }: Theme) {
  return {
    "*, *::before, *::after": { boxSizing: "border-box" },
    // Room for the bar of a long page on every page: nothing moves sideways from one to the next.
    html: { WebkitTextSizeAdjust: "100%", scrollbarGutter: "stable" },
    // A dialog darkens the page, but not that room.
    "html:has(dialog[open])": { backgroundColor: backdrop },
    body: {
      position: "relative",
      margin: 0,
      minHeight: "100dvh",
      // A word that is longer than its line, such as a name, goes on in the next.
      overflowWrap: "anywhere",
      font: '1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
      color: palette.text.primary,
      backgroundColor: palette.background.default,
      [onPhones]: { backgroundColor: palette.background.paper },
    },
    // Controls would have a font of their own (README, "Few faces of the font").
    "button, input, select": { font: "inherit" },
    "h1, h2, p": { margin: 0 },
    a: { color: palette.brand.link },
    ":focus-visible": { outline: `3px solid ${palette.brand.link}`, outlineOffset: 2 },
    "::selection": { backgroundColor: palette.primary.main, color: palette.primary.contrastText },
  } as const;
}
