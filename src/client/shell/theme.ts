import type { CSSObject } from "@emotion/react";
import { createTheme, type Theme } from "@mui/material/styles";
import type {} from "@mui/material/themeCssVarsAugmentation";
import { mobileMaxWidth } from "../../shared/constants.ts";
import type { Direction } from "../../shared/languages.ts";
import {
  type ButtonColour,
  brandOf,
  type ColourSet,
  colourSet,
  type Scheme,
  schemes,
} from "../../shared/palette.ts";

declare module "@mui/material/styles" {
  interface Palette
    extends Record<Exclude<ButtonColour, "primary" | "info" | "success" | "warning">, ColourSet> {
    brand: { link: string; side: string; border: string };
  }
  interface PaletteOptions
    extends Record<Exclude<ButtonColour, "primary" | "info" | "success" | "warning">, ColourSet> {
    brand: { link: string; side: string; border: string };
  }
}

/** Media query of phones (specification, section 9). */
export const onPhones = `@media (max-width: ${mobileMaxWidth}px)`;
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

// MUI writes variables for each of its components; these belong to components that no screen uses.
const unusedVariables =
  /^--v-(palette-(Alert|AppBar|Avatar|Chip|FilledInput|LinearProgress|Skeleton|Slider|Snackbar|SpeedDial|Step|Switch|Table|Tooltip|grey|secondary)|overlays|shadows|font|zIndex)/;

/** The theme's variables for both schemes, without those that nothing here reads. */
export function themeVariables(theme: Theme): CSSObject[] {
  return theme.generateStyleSheets().map((sheet) => {
    const rules = Object.entries(sheet as Record<string, CSSObject>);
    return Object.fromEntries(rules.map(([selector, values]) => [selector, withoutUnused(values)]));
  });
}

function withoutUnused(values: CSSObject): CSSObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unusedVariables.test(name)));
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
      button: { textTransform: "none", fontWeight: 600 },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiOutlinedInput: {
        styleOverrides: { root: inputStyle, input: { padding: "13px 16px", height: "1.5em" } },
      },
    },
  });
}

const inputStyle = ({ theme }: { theme: Omit<Theme, "components"> }) => ({
  fontSize: "1rem",
  backgroundColor: theme.vars.palette.background.paper,
  "& .MuiOutlinedInput-notchedOutline": { borderColor: theme.vars.palette.brand.border },
  "&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline": {
    borderColor: theme.vars.palette.brand.link,
  },
});

function paletteOf(colour: string, mode: "light" | "dark") {
  const scheme: Scheme = schemes[mode];
  const { primary, link, side } = brandOf(colour, scheme);
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
    brand: { link, side, border: scheme.border },
    background: { default: scheme.ground, paper: scheme.paper },
    text: { primary: scheme.ink, secondary: scheme.quiet },
    divider: scheme.line,
  };
}
