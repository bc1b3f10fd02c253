import type { Theme } from "@emotion/react";
import styled from "@mui/styled-engine";
import { type ComponentProps, useEffect, useRef } from "react";
import { onPhones, withPointer } from "../look/theme.ts";
import { Icon, type IconName } from "./icon.tsx";

const focusLine = ({ vars }: Theme) => ({
  outline: `3px solid ${vars.palette.brand.link}`,
  outlineOffset: -1,
});

const Face = styled("span")(({ theme }) => ({
  position: "relative",
  // WebKit counts the words of the unseen list into the width of the page.
  overflowX: "clip",
  display: "inline-flex",
  alignItems: "center",
  gap: 8,
  height: 44,
  minWidth: 44,
  padding: "0 12px",
  justifyContent: "center",
  borderRadius: 12,
  color: theme.vars.palette.text.secondary,
  [withPointer]: {
    "&:hover": { backgroundColor: theme.vars.palette.action.hover, color: theme.vars.palette.text.primary },
  },
  "&:has(:focus-visible)": focusLine(theme),
  // Firefox 114 to 120 do not know `:has`; the list itself is not seen, nor would a line about it.
  "@supports not selector(:has(a))": { "&:focus-within": focusLine(theme) },
  "& select": {
    position: "absolute",
    inset: 0,
    width: "100%",
    opacity: 0,
    cursor: "pointer",
  },
  "& option": {
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

const Words = styled("span")({
  display: "inline-flex",
  alignItems: "center",
  gap: 6,
  "& svg": { fontSize: "0.75em" },
  [onPhones]: { display: "none" },
});

interface PickProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  value: string;
  /** Must be followed by the new `value` at once: until then the list shows the old one. */
  onChoose(value: string): void;
  icon: IconName;
  /** What is chosen, where it is written out. */
  words?: string;
}

/** A choice of the navbar: the browser's own list under a calm face of constant width. */
export function Pick({ icon, words, value, onChoose, ...select }: PickProps) {
  const element = useRef<HTMLSelectElement>(null);
  // A choice during the take-over is both found and heard of.
  const choose = (chosen: string) => {
    if (chosen !== value) onChoose(chosen);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the script finds when it arrives
  useEffect(() => {
    // Chosen before the script was there.
    if (element.current !== null) choose(element.current.value);
  }, []);
  return (
    <Face title={select["aria-label"]}>
      <Icon name={icon} />
      {words && (
        <Words aria-hidden="true">
          <span>{words}</span>
          <Icon name="down" />
        </Words>
      )}
      <select {...select} ref={element} value={value} onChange={(event) => choose(event.target.value)} />
    </Face>
  );
}
