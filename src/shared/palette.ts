import { buttonContrast, inkOn, mix, standOut, textContrast } from "./contrast.ts";

/** Colours of buttons (specification, section 9). */
export type ButtonColour = "primary" | "info" | "success" | "warning" | "danger" | "white" | "dark" | "light";

/** Grounds and inks of one scheme; every pair that carries text is AA, which a test proves. */
export interface Scheme {
  /** Behind the card. */
  ground: string;
  /** The card. */
  paper: string;
  ink: string;
  /** Less important text. */
  quiet: string;
  /** Text of what cannot be chosen. */
  faint: string;
  /** Lines that only please the eye. */
  line: string;
  /** Borders of inputs, which must be seen. */
  border: string;
  info: string;
  success: string;
  warning: string;
  danger: string;
  /** Lies on what is under the pointer. */
  hover: string;
  /** How much of the card's colour dims the hall, 0 to 1. */
  dim: number;
}

export const schemes: Record<"light" | "dark", Scheme> = {
  light: {
    ground: "#f2f4f7",
    paper: "#ffffff",
    ink: "#151a22",
    quiet: "#525c6b",
    faint: "rgb(0 0 0 / 0.38)",
    line: "#e1e5eb",
    border: "#848d9b",
    info: "#1a63b8",
    success: "#18774a",
    warning: "#965600",
    danger: "#c0262d",
    hover: "rgb(0 0 0 / 0.04)",
    dim: 0,
  },
  dark: {
    ground: "#0c0f13",
    paper: "#161b21",
    ink: "#eef1f5",
    quiet: "#a7b1be",
    faint: "rgb(255 255 255 / 0.5)",
    line: "#2a313b",
    border: "#6f7a89",
    info: "#7ab4f5",
    success: "#5fc492",
    warning: "#f0b35a",
    danger: "#ff8f8a",
    hover: "rgb(255 255 255 / 0.08)",
    dim: 0.45,
  },
};

/** A colour of buttons: its ground, the ground under the pointer, and its text. */
export interface ColourSet {
  main: string;
  dark: string;
  contrastText: string;
}

/** What follows from a partner's main colour in one scheme. */
export interface Brand {
  primary: ColourSet;
  /** The colour as text and as controls: links, ticks, focus. */
  link: string;
  /** Ground of what stands back, as the account's menu: a breath of the colour. */
  side: string;
  /** The panel that greets a visitor, in the colour itself. */
  hall: ColourSet;
}

/** The partner's colour with as little change as reading it needs. */
export function brandOf(colour: string, scheme: Scheme): Brand {
  const side = mix(scheme.paper, colour, 0.08);
  const main = standOut(colour, [scheme.paper, scheme.ground], buttonContrast);
  return {
    primary: colourSet(main),
    link: standOut(colour, [scheme.paper, scheme.ground, side], textContrast),
    side,
    hall: colourSet(mix(main, scheme.paper, scheme.dim)),
  };
}

/** A button's colours; under the pointer it moves away from its text, so reading only gets easier. */
export function colourSet(main: string): ColourSet {
  const contrastText = inkOn(main);
  const away = contrastText === "#ffffff" ? "#000000" : "#ffffff";
  return { main, dark: mix(main, away, 0.14), contrastText };
}
