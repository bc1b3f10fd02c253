import type { Theme } from "@emotion/react";
import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { withPointer } from "../look/theme.ts";
import { Icon, type IconName } from "./icon.tsx";

const look = ({ theme: { vars } }: { theme: Theme }) =>
  ({
    display: "flex",
    alignItems: "center",
    gap: 14,
    width: "100%",
    minHeight: 56,
    padding: "8px 16px",
    border: 0,
    textAlign: "start",
    textDecoration: "none",
    color: vars.palette.text.primary,
    backgroundColor: "transparent",
    cursor: "pointer",
    "& > span:nth-last-of-type(1)": { flex: 1, minWidth: 0 },
    "& strong": { display: "block", fontWeight: 600, lineHeight: 1.4 },
    "& small": { display: "block", fontSize: "0.875rem", color: vars.palette.text.secondary },
    "& > svg": { color: vars.palette.text.secondary },
    [withPointer]: { "&:hover": { backgroundColor: vars.palette.action.hover } },
    "&:focus-visible": { outlineOffset: -3, borderRadius: 13 },
  }) as const;

/** One thing that can be chosen by a press. */
export const ChoiceButton = styled("button")(look);

/** One thing that an address leads to. */
export const ChoiceLink = styled("a")(look);

const Tile = styled("span")(({ theme: { vars } }) => ({
  display: "grid",
  placeItems: "center",
  flex: "none",
  width: 36,
  height: 36,
  borderRadius: 10,
  overflow: "hidden",
  color: vars.palette.brand.link,
  backgroundColor: vars.palette.brand.side,
  "& img": { width: 24, height: 24, objectFit: "contain" },
}));

interface ChoiceProps {
  icon?: IconName;
  /** Address of its own picture, which stands in the icon's place. */
  picture?: string | null;
  children: ReactNode;
}

/** What stands in a choice: its picture, its words, and that it leads on. */
export function Choice({ icon, picture, children }: ChoiceProps) {
  return (
    <>
      {(icon !== undefined || picture) && (
        <Tile>{picture ? <img src={picture} alt="" loading="lazy" /> : icon && <Icon name={icon} />}</Tile>
      )}
      <span>{children}</span>
      <Icon name="forward" />
    </>
  );
}
