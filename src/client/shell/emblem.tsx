import { styled } from "@mui/material/styles";
import { Icon, type IconName } from "./icon.tsx";

const Disc = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  placeItems: "center",
  width: 56,
  height: 56,
  marginBottom: 20,
  borderRadius: 16,
  fontSize: "1.375rem",
  color: vars.palette.brand.link,
  backgroundColor: vars.palette.brand.side,
}));

/** The sign above the heading of a page that only tells something. */
export function Emblem({ icon }: { icon: IconName }) {
  return (
    <Disc>
      <Icon name={icon} />
    </Disc>
  );
}
