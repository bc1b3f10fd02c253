import styled from "@mui/styled-engine";
import { useScreen } from "../page/screen-context.ts";

const Circle = styled("span")(({ theme: { vars } }) => ({
  display: "grid",
  flex: "none",
  width: "2.5rem",
  height: "2.5rem",
  borderRadius: "50%",
  overflow: "hidden",
  backgroundColor: vars.palette.primary.main,
  "& img": { width: "100%", height: "100%", objectFit: "cover" },
  "@media (forced-colors: active)": { border: "1px solid" },
}));

/** The signed-in person's picture; everybody signed in has one. Beside or instead of a name that is said elsewhere. */
export function Avatar() {
  const { user } = useScreen();
  return (
    <Circle aria-hidden="true">
      <img src={user.picture ?? undefined} alt="" />
    </Circle>
  );
}

/** The name to show of a person. */
export function nameOf({ displayName, username }: { displayName: string | null; username: string | null }) {
  return displayName ?? username ?? "";
}
