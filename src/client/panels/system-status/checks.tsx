import styled from "@mui/styled-engine";
import { onPhones } from "../../look/theme.ts";
import { usePanelTexts } from "../../page/screen-context.ts";
import { Icon } from "../../parts/icon.tsx";
import type { SystemDetails } from "./details.ts";

type Check = SystemDetails["checks"][number];

const Table = styled("table")(({ theme: { vars } }) => ({
  width: "100%",
  borderCollapse: "collapse",
  "& th, & td": {
    paddingBlock: 12,
    paddingInline: "0 12px",
    textAlign: "start",
    verticalAlign: "top",
    fontWeight: 400,
    borderBlockEnd: `1px solid ${vars.palette.divider}`,
  },
  // A word that is whole makes its column wide enough; only the first has room for long ones.
  "& thead th, & td": { overflowWrap: "break-word" },
  "& thead th": { fontSize: "0.9375rem", fontWeight: 600, color: vars.palette.text.secondary },
  "& th[scope=row]": { minWidth: "6em", hyphens: "auto" },
  "& :is(th, td):last-child": {
    width: "5em",
    paddingInlineEnd: 0,
    textAlign: "end",
    fontVariantNumeric: "tabular-nums",
  },
  "& small": { display: "block", fontSize: "0.9375rem", color: vars.palette.text.secondary },
  // Three columns of long words are wider than the smallest screens.
  [onPhones]: { "& :is(th, td):last-child": { display: "none" }, "& td": { paddingInlineEnd: 0 } },
  "& [data-took]": { display: "none", [onPhones]: { display: "block" } },
}));

const icons = { up: "done", degraded: "warning", down: "problem" } as const;

const State = styled("span", { shouldForwardProp: (name) => name !== "status" })<Pick<Check, "status">>(
  ({ theme: { vars }, status }) => ({
    display: "inline-flex",
    // Letters set wide leave a telephone no room for both beside each other.
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 8,
    "& svg": {
      color: {
        up: vars.palette.success.main,
        degraded: vars.palette.warning.main,
        down: vars.palette.danger.main,
      }[status],
    },
  }),
);

/** What the service needs, and how each of it is. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const text = usePanelTexts("system-status");
  return (
    <section aria-labelledby="status-checks">
      <h2 id="status-checks">{text("checks")}</h2>
      <Table>
        <thead>
          <tr>
            <th scope="col">{text("check")}</th>
            <th scope="col">{text("state")}</th>
            <th scope="col">{text("took")}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ name, subject = "", status, reason, value = 0, latencyMs }) => (
            <tr key={`${name} ${subject}`}>
              <th scope="row">{text(`names.${name}`, { subject })}</th>
              <td>
                <State status={status}>
                  <Icon name={icons[status]} />
                  <span>{text(`states.${status}`)}</span>
                </State>
                {reason && <small>{text(`reasons.${reason}`, { value })}</small>}
                <small data-took>{text("milliseconds", { value: latencyMs })}</small>
              </td>
              <td>{text("milliseconds", { value: latencyMs })}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
