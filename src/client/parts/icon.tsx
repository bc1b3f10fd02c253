import styled from "@mui/styled-engine";
import type { ScreenConfig } from "../../generated/config.ts";

const circle = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z";
/** A box with round corners of 2, from the start of its upper edge. */
const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}a2 2 0 0 1 2 2v${height}a2 2 0 0 1-2 2h-${width}a2 2 0 0 1-2-2v-${height}a2 2 0 0 1 2-2Z`;

const eye =
  "M2 12c2-4 6-6.5 10-6.5S20 8 22 12c-2 4-6 6.5-10 6.5S4 16 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z";

/** Lines of one weight on a square of 24; those that the configuration may name are all here. */
const paths = {
  auto: `${circle}M12 3v18M15 4v16M18 6v12`,
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M5 5l1.5 1.5M17.5 17.5 19 19M2 12h2M20 12h2M5 19l1.5-1.5M17.5 6.5 19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  language: `${circle}M3 12h18M12 3c4.5 5 4.5 13 0 18M12 3c-4.5 5-4.5 13 0 18`,
  info: `${circle}M12 11v5M12 8h0`,
  problem: `${circle}M12 8v5M12 16h0`,
  warning: "M12 4l9 16H3ZM12 10v4M12 17h0",
  done: `${circle}M8 12l3 3 5-6`,
  todo: circle,
  clock: `${circle}M12 7v5l3 2`,
  compass: `${circle}M15.5 8.5l-2 5-5 2 2-5Z`,
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
  calendar: `${box(6, 5, 12, 11)}M4 10h16M8 3v4M16 3v4`,
  forward: "M9 5l7 7-7 7",
  down: "M6 9l6 6 6-6",
  eye,
  eyeOff: `${eye}M4 3l16 18`,
  app: `${box(8, 2, 8, 16)}M11 18h2`,
  building: "M5 21V5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16M15 10h3a2 2 0 0 1 2 2v9M3 21h18M9 8h2M9 12h2M9 16h2",
  home: "M4 11l8-7 8 7v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM10 21v-6h4v6",
  key: "M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 12h9v4M17 12v3",
  leave: "M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9",
  link: "M9 15l6-6M11 6l2-2a4 4 0 0 1 6 6l-2 2M13 18l-2 2a4 4 0 0 1-6-6l2-2",
  list: "M9 6h11M9 12h11M9 18h11M4 6h0M4 12h0M4 18h0",
  lock: `${box(7, 11, 10, 5)}M8 11V8a4 4 0 0 1 8 0v3`,
  mail: `${box(5, 5, 14, 10)}M4 7l8 6 8-6`,
  message: `${box(5, 4, 14, 9)}M8 17v4l5-4M8 10.5h0M12 10.5h0M16 10.5h0`,
  shield: "M12 3l8 3v5c0 5-3 8.5-8 10-5-1.5-8-5-8-10V6ZM9 12l2 2 4-4",
} as const satisfies Record<NonNullable<ScreenConfig["icon"]>, string> & Record<string, string>;

export type IconName = keyof typeof paths;

/** Pictures of the second steps, by their method. */
export const methodIcons = { authenticator: "app", sms: "message", pin: "mail", secure: "key" } as const;

const Picture = styled("svg")({
  width: "1.25em",
  height: "1.25em",
  flex: "none",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.8,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  // Where the system chooses the colours, a colour that is meant for pictures alone may not be seen on its ground.
  forcedColorAdjust: "auto",
  // What points somewhere points where reading goes.
  "[dir=rtl] &[data-icon=forward], [dir=rtl] &[data-icon=leave]": { transform: "scaleX(-1)" },
});

/** A picture beside words; never the only carrier of a meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <Picture viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      <path d={paths[name]} />
    </Picture>
  );
}
