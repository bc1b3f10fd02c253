import { styled } from "@mui/material/styles";
import { type ComponentProps, useEffect, useRef } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { onPhones } from "./theme.ts";

const Face = styled("span")(({ theme }) => ({
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: 8,
  height: 44,
  minWidth: 44,
  padding: "0 12px",
  justifyContent: "center",
  borderRadius: 12,
  fontSize: "0.9375rem",
  color: theme.vars.palette.text.secondary,
  "&:hover": { backgroundColor: theme.vars.palette.action.hover, color: theme.vars.palette.text.primary },
  "&:focus-within": { outline: `3px solid ${theme.vars.palette.brand.link}`, outlineOffset: -1 },
  "& select": {
    position: "absolute",
    inset: 0,
    width: "100%",
    opacity: 0,
    font: "inherit",
    cursor: "pointer",
  },
  "& option": {
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

const Words = styled("span")({ [onPhones]: { display: "none" } });

interface PickProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  value: string;
  onChoose(value: string): void;
  icon: IconName;
  /** What is chosen, where it is written out. */
  words?: string;
}

/** A choice of the navbar: the browser's own list under a calm face of constant width. */
export function Pick({ icon, words, value, onChoose, ...select }: PickProps) {
  const element = useRef<HTMLSelectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the script finds when it arrives
  useEffect(() => {
    // Chosen before the script was there.
    const chosen = element.current?.value;
    if (chosen !== undefined && chosen !== value) onChoose(chosen);
  }, []);
  return (
    <Face>
      <Icon name={icon} />
      {words && <Words aria-hidden="true">{words}</Words>}
      <select {...select} ref={element} value={value} onChange={(event) => onChoose(event.target.value)} />
    </Face>
  );
}
