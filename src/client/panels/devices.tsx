import styled from "@mui/styled-engine";
import { usePanelTexts, useScreen } from "../page/screen-context.ts";
import { FramedList } from "../parts/framed-list.ts";
import { DeviceRow } from "./devices/row.tsx";

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
  const { t, view } = useScreen<"Credentials">();
  const { items, fresh, offered, allowed } = view;
  const text = usePanelTexts("devices");
  return (
    <div>
      <Words>
        <p>{text(offered ? "offered" : "about")}</p>
        {!allowed && <p>{text("notAllowed")}</p>}
        {!fresh && (allowed || items.length > 0) && <p>{t("problems.signInAgain")}</p>}
        {items.length === 0 && !offered && <p>{text("none")}</p>}
      </Words>
      {items.length > 0 && (
        <FramedList aria-label={text("list")}>
          {items.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </FramedList>
      )}
    </div>
  );
}
