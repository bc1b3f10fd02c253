import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { useScreen } from "../shell/screen-context.ts";

const Box = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 8,
  padding: 16,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 16,
  overflowWrap: "anywhere",
  "& strong": { fontWeight: 600 },
  "& code": { fontFamily: "ui-monospace, monospace", fontSize: "1.125em", letterSpacing: "0.08em" },
  "& small": { fontSize: "0.9375rem", color: vars.palette.text.secondary },
}));

/** Which code is asked for, where it went and by which reference its message is known. */
export function Panel() {
  const { t, view } = useScreen();
  const { method, delivery } = view as Pick<AnswerOf<"LoginWith2FAView">, "method" | "delivery">;
  if (method === "authenticator") return <Box>{t("panels.second-factor.authenticator")}</Box>;
  if (delivery === null) return <Box>{t(`panels.second-factor.${method}None`)}</Box>;
  const { destination, reference } = delivery;
  return (
    <Box>
      <span>{t(`panels.second-factor.${method}`, { destination: destination ?? "" })}</span>
      {reference !== null && (
        <small>
          {t("panels.second-factor.reference")}{" "}
          <strong>
            <code dir="ltr">{reference}</code>
          </strong>
        </small>
      )}
    </Box>
  );
}
