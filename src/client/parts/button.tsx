import { type CSSObject, keyframes, type Theme } from "@emotion/react";
import styled from "@mui/styled-engine";
import type { ButtonColour } from "../../shared/palette.ts";
import { withMixing, withMotion } from "../look/theme.ts";

/** Sizes of buttons (specification, section 9). */
export type ButtonSize = "medium" | "big" | "huge";

export interface ButtonStyle {
  colour?: ButtonColour;
  size?: ButtonSize;
  /** Less weight than the one primary action of a screen: a border instead of a ground, or words alone. */
  quiet?: boolean | "plain";
  wide?: boolean;
  /** Its call is under way; the label stays, so nothing jumps. */
  busy?: boolean;
}

const heights = { medium: 44, big: 52, huge: 60 };
const own = ["colour", "size", "quiet", "wide", "busy"];
const turn = keyframes({ to: { transform: "rotate(1turn)" } });
const options = { shouldForwardProp: (name: string) => !own.includes(name) };

/** A border that only helps the eye; what is pressed is known by its words. */
export const softBorder = ({ brand }: Theme["vars"]["palette"]) => ({
  border: `1px solid ${brand.border}`,
  [withMixing]: { borderColor: `color-mix(in srgb, ${brand.border} 55%, transparent)` },
});

const look = ({
  theme,
  colour = "primary",
  size = "medium",
  quiet,
  wide,
  busy,
}: ButtonStyle & { theme: Theme }): CSSObject => {
  const { palette } = theme.vars;
  const set = palette[colour];
  return {
    position: "relative",
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: 10,
    width: wide ? "100%" : "auto",
    minHeight: heights[size],
    // At the sides of a wide one is the room of what turns while it is busy, which a plain one never is.
    padding: wide && quiet !== "plain" ? "8px 34px" : "8px 20px",
    ...(quiet === true ? softBorder(palette) : { border: "1px solid transparent" }),
    borderRadius: 12,
    fontSize: size === "huge" ? "1.125rem" : "1rem",
    fontWeight: 600,
    lineHeight: 1.3,
    textAlign: "center",
    textWrap: "balance",
    textDecoration: "none",
    cursor: busy ? "progress" : "pointer",
    color: quiet === "plain" ? palette.brand.link : quiet ? palette.text.primary : set.contrastText,
    backgroundColor: quiet ? "transparent" : set.main,
    [withMotion]: { transition: "background-color 120ms" },
    "&:hover": { backgroundColor: quiet ? palette.action.hover : set.dark },
    "&:active": { transform: "translateY(1px)" },
    "&[aria-disabled=true]": {
      color: palette.text.secondary,
      backgroundColor: "transparent",
      cursor: "default",
      transform: "none",
    },
    "&::after": busy && {
      content: '""',
      position: "absolute",
      // Within the padding, so that it never lies on a long label.
      insetInlineEnd: 10,
      width: 18,
      height: 18,
      border: "2px solid currentColor",
      borderInlineEndColor: "transparent",
      borderRadius: "50%",
      [withMotion]: { animation: `${turn} 800ms linear infinite` },
    },
    "@media (forced-colors: active)": { borderColor: "ButtonText" },
  };
};

/** A button of the specification's colours and sizes. */
export const Button = styled("button", options)<ButtonStyle>(look);

/** A way on that looks like a button. */
export const ButtonLink = styled("a", options)<ButtonStyle>(look);
