import { styled } from "@mui/material/styles";
import type { AnswerOf } from "../../shared/contract.ts";
import { Notice } from "../shell/notice.tsx";
import { useScreen } from "../shell/screen-context.ts";

const kinds = { up: "success", degraded: "info", down: "danger" } as const;

const Version = styled("p")(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** How the service is: one sentence, and the version for those who may know it. */
export function Panel() {
  const { view, t } = useScreen();
  const { status, version } = view as unknown as AnswerOf<"SystemStatus">;
  return (
    <>
      <Notice kind={kinds[status]}>{t(`panels.system-status.${status}`)}</Notice>
      {version && <Version>{t("panels.system-status.version", { version })}</Version>}
    </>
  );
}
