import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { useScreen } from "../shell/screen-context.ts";
import { DeviceRow } from "./devices/row.tsx";

const List = styled("ul")(({ theme: { vars } }) => ({
  margin: 0,
  padding: 0,
  listStyle: "none",
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  "& > li + li": { borderBlockStart: `1px solid ${vars.palette.divider}` },
}));

const Words = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 8,
  "& + &, & + ul": { marginTop: 20 },
  "& p": { color: vars.palette.text.secondary, textWrap: "pretty" },
}));

/**
 * The devices that sign in for a person: what they are for, the list with another name and removal in each row, and
 * why nothing can be changed where the sign-in was too long ago.
 */
export function Panel() {
  const { t, view } = useScreen();
  const { items, fresh, offered, allowed } = view as unknown as AnswerOf<"Credentials">;
  const text = (key: string) => t(`panels.devices.${key}`);
  return (
    <div>
      <Words>
        <p>{text(offered ? "offered" : "about")}</p>
        {!allowed && <p>{text("notAllowed")}</p>}
        {allowed && !fresh && <p>{t("problems.signInAgain")}</p>}
        {items.length === 0 && !offered && <p>{text("none")}</p>}
      </Words>
      {items.length > 0 && (
        <List aria-label={text("list")}>
          {items.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </List>
      )}
    </div>
  );
}
