import { useBusy, useScreen } from "../page/screen-context.ts";
import { Hidden } from "./hidden.tsx";

/** Says, to who does not see it turn, that what was pressed is on its way. */
export function Sending() {
  const { t } = useScreen();
  const busy = useBusy();
  return <Hidden role="status">{busy && t("shell.sending")}</Hidden>;
}
