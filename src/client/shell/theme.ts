import type { CSSObject } from "@emotion/react";
import { createTheme, type Theme } from "@mui/material/styles";
import type {} from "@mui/material/themeCssVarsAugmentation";
import { mobileMaxWidth } from "../../shared/constants.ts";
import type { Direction } from "../../shared/languages.ts";
import {
  type ButtonColour,
  brandOf,
  buttonColours,
  type ColourSet,
  colourSet,
  type Scheme,
  schemes,
} from "../../shared/palette.ts";

declare module "@mui/material/styles" {
  interface Palette
    extends Record<Exclude<ButtonColour, "primary" | "info" | "success" | "warning">, ColourSet> {
    brand: Record<"link" | "side" | "border" | "hall" | "onHall", string>;
  }
  interface PaletteOptions
    extends Record<Exclude<ButtonColour, "primary" | "info" | "success" | "warning">, ColourSet> {
    brand: Record<"link" | "side" | "border" | "hall" | "onHall", string>;
  }
}

/** Media query of phones (specification, section 9). */
export const onPhones = `@media (max-width: ${mobileMaxWidth}px)`;

/** What lies between a dialog and the page. */
export const backdrop = "rgb(16 24 40 / 0.55)";
/** From this width on, the side panel has room beside the card. */
export const onWideScreens = "@media (min-width: 960px)";
/** Movement only for people who did not ask for less of it. */
export const withMotion = "@media (prefers-reduced-motion: no-preference)";
/** What only a script can answer to is not shown without one. */
export const withoutScript = "@media (scripting: none)";

const known = new Map<string, Theme>();

/** The theme of a partner's main colour; made once, because a new theme restyles everything. */
export function themeOf(colour: string, direction: Direction): Theme {
  const key = `${direction} ${colour}`;
  const theme = known.get(key) ?? makeTheme(colour, direction);
  known.set(key, theme);
  return theme;
}

// MUI writes variables for everything that it has; these are the ones that some style here reads, which a test proves.
const readVariables = new RegExp(
  `^--v-(${[
    `palette-((${buttonColours.join("|")}|error)-(main|dark|contrastText)`,
    "brand-.*|background-(default|paper)|text-(primary|secondary|disabled)|divider",
    "action-hover)|shape-borderRadius|spacing",
  ].join("|")})$`,
);

const darkRules = '[data-theme="dark"]';
/** Where nothing is chosen, the system decides. */
const byTheSystem = "@media (prefers-color-scheme: dark)";

/** The theme's variables for both schemes, as far as something here reads them. */
export function themeVariables(theme: Theme): CSSObject[] {
  const rules = theme.generateStyleSheets().flatMap((sheet) => Object.entries(sheet));
  return rules.flatMap(([selector, values]) => {
    const read = onlyRead(values as CSSObject);
    const rule = { [selector]: read };
    return selector === darkRules ? [rule, { [byTheSystem]: { ":root:not([data-theme])": read } }] : [rule];
  });
}

function onlyRead(values: CSSObject): CSSObject {
  const isRead = (name: string) => !name.startsWith("--") || readVariables.test(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isRead(name)));
}

function makeTheme(colour: string, direction: Direction): Theme {
  return createTheme({
    direction,
    cssVariables: { colorSchemeSelector: "data-theme", cssVarPrefix: "v" },
    colorSchemes: {
      light: { palette: paletteOf(colour, "light") },
      dark: { palette: paletteOf(colour, "dark") },
    },
    shape: { borderRadius: 12 },
    typography: {
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    },
  });
}

function paletteOf(colour: string, mode: "light" | "dark") {
  const scheme: Scheme = schemes[mode];
  const { primary, link, side, hall } = brandOf(colour, scheme);
  return {
    primary,
    info: colourSet(scheme.info),
    success: colourSet(scheme.success),
    warning: colourSet(scheme.warning),
    danger: colourSet(scheme.danger),
    error: colourSet(scheme.danger),
    white: colourSet("#ffffff"),
    dark: colourSet(mode === "light" ? scheme.ink : scheme.line),
    light: colourSet(scheme.line),
    brand: { link, side, border: scheme.border, hall: hall.main, onHall: hall.contrastText },
    background: { default: scheme.ground, paper: scheme.paper },
    text: { primary: scheme.ink, secondary: scheme.quiet },
    divider: scheme.line,
  };
}
