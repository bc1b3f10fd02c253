import styled from "@mui/styled-engine";
import { withMixing } from "../look/theme.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What went well or wrong says so in its colour too; everything else is the partner's. */
const tones: Partial<Record<IconName, "success" | "danger">> = { done: "success", problem: "danger" };

const Disc = styled("div", { shouldForwardProp: (name) => name !== "icon" })<{ icon: IconName }>(
  ({ theme: { vars }, icon }) => {
    const tone = tones[icon];
    const colour = tone === undefined ? vars.palette.brand.link : vars.palette[tone].main;
    return {
      display: "grid",
      placeItems: "center",
      width: 64,
      height: 64,
      marginBottom: 24,
      borderRadius: 20,
      fontSize: "1.625rem",
      color: colour,
      backgroundColor: vars.palette.background.default,
      [withMixing]: { backgroundColor: `color-mix(in srgb, ${colour} 10%, transparent)` },
      "@media (forced-colors: active)": { border: "1px solid" },
    };
  },
);

/** The sign above the heading of a page that only tells something. */
export function Emblem({ icon }: { icon: IconName }) {
  return (
    <Disc icon={icon}>
      <Icon name={icon} />
    </Disc>
  );
}
