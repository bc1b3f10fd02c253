import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { leftToRight } from "../../look/text-marks.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { FramedList } from "../../parts/framed-list.ts";
import { Row } from "../../parts/row.tsx";

const removals: Record<string, ReactNode> = {
  authenticator: <ActionButton label="removeAuthenticator" />,
  sms: <ActionButton label="removeSms" />,
  pin: <ActionButton label="removePin" />,
};

const Part = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 12,
  "& p": { color: vars.palette.text.secondary, textWrap: "pretty" },
}));

/** What asks a person at sign-in, each with its removal, or why there is none. Nothing where nothing is active. */
export function ActiveFactors() {
  const { t, view } = useScreen<"Setup2FAView">();
  const { factors, removal } = view;
  const text = usePanelTexts("setup-methods");
  if (factors.length === 0) return null;
  return (
    <Part>
      <FramedList aria-label={text("active.list")}>
        {factors.map(({ id, destination }) => (
          <Row
            key={id}
            name={text(`${id}.title`)}
            about={[destination === null ? text(`${id}.text`) : leftToRight(destination)]}
          >
            {removal === "allowed" ? removals[id] : undefined}
          </Row>
        ))}
      </FramedList>
      {removal === "required" && <p>{t("problems.secondFactorRequired")}</p>}
    </Part>
  );
}
