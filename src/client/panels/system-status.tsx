import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { usePanelTexts, useScreen } from "../page/screen-context.ts";
import { Notice } from "../parts/notice.tsx";
import { Baseline } from "./system-status/baseline.tsx";
import { Checks } from "./system-status/checks.tsx";
import { detailsOf, instant, type SystemDetails } from "./system-status/details.ts";
import { LastHour } from "./system-status/last-hour.tsx";
import { Queues } from "./system-status/queues.tsx";
import { Refresh } from "./system-status/refresh.tsx";

const kinds = { up: "success", degraded: "warning", down: "danger" } as const;

const Stack = styled("div")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 40,
  gridTemplateColumns: "minmax(0, 1fr)",
  "& h2": { marginBottom: 16, fontSize: "1.25rem", fontWeight: 600 },
  "& > p": { color: vars.palette.text.secondary },
}));

/** How the service is: one sentence for anybody, and everything that is known for those who run it. */
export function Panel() {
  const { view } = useScreen<"SystemStatus">();
  const text = usePanelTexts("system-status");
  const { status } = view;
  const details = detailsOf(view);
  // A place of announcements: it speaks when the status changes, not each time that it is asked for.
  const notice = (
    <div role="status">
      <Notice kind={kinds[status]}>{text(status)}</Notice>
    </div>
  );
  return details === undefined ? notice : <Details details={details}>{notice}</Details>;
}

function Details({ details, children }: { details: SystemDetails; children: ReactNode }) {
  const text = usePanelTexts("system-status");
  const { at, version, configHash: hash, uptime } = details;
  return (
    <Stack data-wide="">
      <div>
        {children}
        <Refresh at={at} />
      </div>
      <LastHour hour={details.hour} />
      <Checks checks={details.checks} />
      <Queues queues={details.queues} errors={details.errors} />
      <Baseline findings={details.baseline} />
      <p>{text("about", { version, hash, since: instant(at - uptime * 1000).minute })}</p>
    </Stack>
  );
}
