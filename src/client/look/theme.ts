import type { CSSObject } from "@emotion/react";
import { prepareCssVars } from "@mui/system/cssVars";
import { mobileMaxWidth } from "../../shared/constants.ts";
import { plainMark } from "../../shared/page-state.ts";
import { brandOf, colourSet, type Scheme, schemes } from "../../shared/palette.ts";

/** What styles read of a partner's colours: variables, so that they are the same for every partner and both schemes. */
interface PartnerTheme {
  vars: { palette: Omit<ReturnType<typeof paletteOf>, "mode"> };
  /** The rules that give the variables their values. */
  variables: CSSObject[];
}

declare module "@emotion/react" {
  interface Theme extends PartnerTheme {}
}

/** Media query of phones (specification, section 9). */
export const onPhones = `@media (max-width: ${mobileMaxWidth}px)`;

/** What lies between a dialog and the page. */
export const backdrop = "rgb(16 24 40 / 0.55)";
/** From this width on, the side panel has room beside the card. */
export const onWideScreens = "@media (min-width: 960px)";
/** Movement only for people who did not ask for less of it. */
export const withMotion = "@media (prefers-reduced-motion: no-preference)";
/** What a pointer rests on; a finger would leave it behind where it was lifted. */
export const withPointer = "@media (hover: hover)";
/** Where `color-mix` is known: elsewhere one that holds a variable is not skipped but unsets what was said before it. */
export const withMixing = "@supports (color: color-mix(in srgb, red, red))";
/** What only a script can answer to is not shown without one, nor in a browser that is too old for it. */
export const withoutScript = `[data-${plainMark}] &`;

const known = new Map<string, PartnerTheme>();

/** The theme of a partner's main colour; made once, because a new theme restyles everything. */
export function themeOf(colour: string): PartnerTheme {
  const theme = known.get(colour) ?? makeTheme(colour);
  known.set(colour, theme);
  return theme;
}

function makeTheme(colour: string): PartnerTheme {
  const colorSchemes = {
    light: { palette: paletteOf(colour, "light") },
    dark: { palette: paletteOf(colour, "dark") },
  };
  const { generateThemeVars, generateStyleSheets } = prepareCssVars<
    { colorSchemes: typeof colorSchemes },
    PartnerTheme["vars"]
  >(
    { colorSchemes },
    { prefix: "v", getSelector: rulesOf, shouldSkipGeneratingVar: (path) => path.includes("mode") },
  );
  return { vars: generateThemeVars(), variables: generateStyleSheets() };
}

/** Where nothing is chosen, the system decides; on paper browsers call it light, and a chosen dark scheme ends too. */
function rulesOf(scheme: "light" | "dark" | undefined, values: CSSObject): CSSObject | string {
  if (scheme !== "dark") return ':root, [data-theme="light"]';
  const bySystem = { ":root:not([data-theme])": values };
  const chosen = { '[data-theme="dark"]': values };
  return { "@media screen": chosen, "@media (prefers-color-scheme: dark)": bySystem };
}

function paletteOf(colour: string, mode: "light" | "dark") {
  const scheme: Scheme = schemes[mode];
  const { primary, link, side, hall } = brandOf(colour, scheme);
  return {
    mode,
    primary,
    info: colourSet(scheme.info),
    success: colourSet(scheme.success),
    warning: colourSet(scheme.warning),
    danger: colourSet(scheme.danger),
    white: colourSet("#ffffff"),
    dark: colourSet(mode === "light" ? scheme.ink : scheme.line),
    light: colourSet(scheme.line),
    brand: { link, side, border: scheme.border, hall: hall.main, onHall: hall.contrastText },
    background: { default: scheme.ground, paper: scheme.paper },
    text: { primary: scheme.ink, secondary: scheme.quiet, disabled: scheme.faint },
    divider: scheme.line,
    action: { hover: scheme.hover },
  };
}
