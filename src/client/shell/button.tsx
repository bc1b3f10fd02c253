import { keyframes } from "@emotion/react";
import { styled, type Theme } from "@mui/material/styles";
import type { ButtonColour } from "../../shared/palette.ts";
import { withMotion } from "./theme.ts";

/** Sizes of buttons (specification, section 9). */
export type ButtonSize = "medium" | "big" | "huge";

interface ButtonStyle {
  colour?: ButtonColour;
  size?: ButtonSize;
  /** Less weight than the one primary action of a screen: a border instead of a ground. */
  quiet?: boolean;
  wide?: boolean;
  /** Its call is under way; the label stays, so nothing jumps. */
  busy?: boolean;
}

const heights = { medium: 44, big: 52, huge: 60 };
const own = ["colour", "size", "quiet", "wide", "busy"];
const turn = keyframes({ to: { transform: "rotate(1turn)" } });
const options = { shouldForwardProp: (name: string) => !own.includes(name) };

const look = ({
  theme,
  colour = "primary",
  size = "medium",
  quiet,
  wide,
  busy,
}: ButtonStyle & { theme: Theme }) => {
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
    padding: "8px 24px",
    border: quiet ? `1px solid ${palette.brand.border}` : "1px solid transparent",
    borderRadius: 12,
    font: "inherit",
    fontSize: size === "medium" ? "1rem" : "1.0625rem",
    fontWeight: 600,
    lineHeight: 1.3,
    textAlign: "center",
    textDecoration: "none",
    cursor: busy ? "progress" : "pointer",
    color: quiet ? palette.text.primary : set.contrastText,
    backgroundColor: quiet ? "transparent" : set.main,
    transition: "background-color 120ms",
    "&:hover": { backgroundColor: quiet ? palette.action.hover : set.dark },
    "&:active": { transform: "translateY(1px)" },
    "&::after": busy && {
      content: '""',
      position: "absolute",
      // Within the padding, so that it never lies on a long label.
      insetInlineEnd: 5,
      width: 16,
      height: 16,
      border: "2px solid currentColor",
      borderInlineEndColor: "transparent",
      borderRadius: "50%",
      [withMotion]: { animation: `${turn} 800ms linear infinite` },
    },
    "@media (forced-colors: active)": { borderColor: "ButtonText" },
  } as const;
};

/** A button of the specification's colours and sizes. */
export const Button = styled("button", options)<ButtonStyle>(look);

/** A way on that looks like a button. */
export const ButtonLink = styled("a", options)<ButtonStyle>(look);
