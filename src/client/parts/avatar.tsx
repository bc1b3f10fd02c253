import styled from "@mui/styled-engine";
import { useScreen } from "../page/screen-context.ts";

const Circle = styled("span")(({ theme: { vars } }) => ({
  display: "grid",
  placeItems: "center",
  flex: "none",
  width: "2.5rem",
  height: "2.5rem",
  borderRadius: "50%",
  overflow: "hidden",
  fontWeight: 600,
  fontSize: "0.875rem",
  color: vars.palette.primary.contrastText,
  backgroundColor: vars.palette.primary.main,
  "& img": { width: "100%", height: "100%", objectFit: "cover" },
  "@media (forced-colors: active)": { border: "1px solid" },
}));

/** The signed-in person's picture, else the initials. Beside or instead of a name that is said elsewhere. */
export function Avatar() {
  const { user } = useScreen();
  return (
    <Circle aria-hidden="true">
      {user.picture === null ? initials(nameOf(user)) : <img src={user.picture} alt="" />}
    </Circle>
  );
}

/** The name to show of a person. */
export function nameOf({ displayName, username }: { displayName: string | null; username: string | null }) {
  return displayName ?? username ?? "";
}

function initials(name: string): string {
  const [first = "", ...others] = name.split(/[\s.@_-]+/).filter(Boolean);
  return [first, others.at(-1) ?? ""].map((word) => word.slice(0, 1).toLocaleUpperCase()).join("");
}
