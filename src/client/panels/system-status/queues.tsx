import styled from "@mui/styled-engine";
import { onPhones } from "../../look/theme.ts";
import { usePanelTexts } from "../../page/screen-context.ts";
import type { SystemDetails } from "./details.ts";

const List = styled("dl")(({ theme: { vars } }) => ({
  display: "grid",
  gap: 12,
  gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
  [onPhones]: {
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    "& div:last-child:nth-child(odd)": { gridColumn: "1 / -1" },
  },
  margin: 0,
  "& div": {
    display: "flex",
    flexDirection: "column-reverse",
    justifyContent: "flex-end",
    padding: 16,
    border: `1px solid ${vars.palette.divider}`,
    borderRadius: 16,
  },
  "& dt": {
    hyphens: "auto",
    fontSize: "0.9375rem",
    color: vars.palette.text.secondary,
  },
  "& dd": { margin: 0, fontSize: "1.5rem", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
}));

/** What waits and what went wrong, as figures. */
export function Queues({ queues, errors }: Pick<SystemDetails, "queues" | "errors">) {
  const text = usePanelTexts("system-status");
  const { messages, signOuts, hashes } = queues;
  const { oldestSeconds } = messages;
  const figures: [string, string | number][] = [
    ["messagesWaiting", messages.waiting],
    ["messagesOldest", oldestSeconds === null ? "–" : text("seconds", { value: oldestSeconds })],
    ["messagesFailed", messages.failed],
    ["signOutsWaiting", signOuts.waiting],
    ["hashesRunning", hashes.running],
    ["hashesWaiting", hashes.waiting],
    ["clientErrors", errors.client],
    ["serverErrors", errors.server],
    ["policyViolations", errors.policy],
  ];
  return (
    <section aria-labelledby="status-queues">
      <h2 id="status-queues">{text("queues")}</h2>
      <List>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{text(`figures.${name}`)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </List>
    </section>
  );
}
