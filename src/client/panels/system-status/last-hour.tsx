import styled from "@mui/styled-engine";
import { minute } from "../../../shared/durations.ts";
import type { Translate } from "../../../shared/translate.ts";
import { usePanelTexts } from "../../page/screen-context.ts";
import { instant, type SystemDetails } from "./details.ts";
import { Legend, Plot } from "./plot.tsx";

const Plots = styled("div")({
  display: "grid",
  gap: 16,
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 260px), 1fr))",
});

const Key = styled("p")({
  display: "flex",
  flexWrap: "wrap",
  gap: "2px 16px",
  marginTop: 4,
  "& span": { display: "inline-flex", alignItems: "center", gap: 6 },
});

const Table = styled("details")(({ theme: { vars } }) => ({
  marginTop: 16,
  "& summary": { width: "fit-content", cursor: "pointer", color: vars.palette.brand.link },
  "& > section": { maxHeight: 320, marginTop: 8, overflow: "auto" },
  "@media print": { "&:not([open]), & summary": { display: "none" }, "& > section": { maxHeight: "none" } },
  "& table": {
    width: "100%",
    borderCollapse: "collapse",
    fontVariantNumeric: "tabular-nums",
    // Its box is scrolled, so words and times stay whole.
    overflowWrap: "normal",
  },
  "& th, & td": {
    padding: "6px 12px 6px 0",
    textAlign: "start",
    fontWeight: 400,
    borderBlockEnd: `1px solid ${vars.palette.divider}`,
  },
  "& td, & thead th + th": { paddingInline: "12px 0", textAlign: "end" },
  "& th[scope=row]": { whiteSpace: "nowrap" },
  "& thead th": {
    position: "sticky",
    top: 0,
    fontWeight: 600,
    verticalAlign: "bottom",
    backgroundColor: vars.palette.background.paper,
  },
}));

type Hour = SystemDetails["hour"];

/** Sign-ins, refusals and how long answers take, by the minute. */
export function LastHour({ hour }: { hour: Hour }) {
  const text = usePanelTexts("system-status");
  const timeOf = (index: number) => instant(hour.from + index * minute).time;
  const ends = [timeOf(0), timeOf(hour.signIns.length - 1)] as const;
  const counts = (key: "signIns" | "failures", colour: "link" | "danger") => (
    <Plot
      title={text(key)}
      summary={countedIn(hour[key], text, timeOf)}
      kind="bars"
      series={[{ values: hour[key], colour }]}
      top={(most) => String(most)}
      ends={ends}
    />
  );
  return (
    <section aria-labelledby="status-hour">
      <h2 id="status-hour">{text("hour")}</h2>
      <Plots>
        {counts("signIns", "link")}
        {counts("failures", "danger")}
        <Plot
          title={text("latency")}
          summary={answeredIn(hour, text, timeOf)}
          kind="lines"
          series={[
            { values: hour.p50, colour: "link" },
            { values: hour.p95, colour: "link", dashed: true },
          ]}
          top={(value) => text("milliseconds", { value })}
          ends={ends}
        >
          <Key dir="auto" aria-hidden="true">
            <span>
              <Legend colour="link" /> {text("half")}
            </span>
            <span>
              <Legend colour="link" dashed /> {text("nearlyAll")}
            </span>
          </Key>
        </Plot>
      </Plots>
      <Figures hour={hour} timeOf={timeOf} />
    </section>
  );
}

/** The newest minute first, because that is what is looked for. */
function Figures({ hour, timeOf }: { hour: Hour; timeOf: (index: number) => string }) {
  const text = usePanelTexts("system-status");
  const rows = hour.signIns.map((signIns, index) => ({
    time: timeOf(index),
    signIns,
    failures: hour.failures[index],
    p50: hour.p50[index] ?? "–",
    p95: hour.p95[index] ?? "–",
  }));
  return (
    <Table>
      <summary>{text("table")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it by its focus */}
      <section aria-label={text("table")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text("minute")}</th>
              <th scope="col">{text("signIns")}</th>
              <th scope="col">{text("failures")}</th>
              <th scope="col">{text("half")} (ms)</th>
              <th scope="col">{text("nearlyAll")} (ms)</th>
            </tr>
          </thead>
          <tbody>
            {rows.reverse().map(({ time, ...figures }) => (
              <tr key={time}>
                <th scope="row">{time}</th>
                {Object.entries(figures).map(([name, figure]) => (
                  <td key={name}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Table>
  );
}

function countedIn(values: readonly number[], text: Translate, timeOf: (index: number) => string): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(...values);
  return total === 0 ? text("none") : text("counted", { total, most, time: timeOf(values.indexOf(most)) });
}

function answeredIn({ p50, p95 }: Hour, text: Translate, timeOf: (index: number) => string): string {
  const last = p50.findLastIndex((value) => value !== null);
  if (last < 0) return text("none");
  return text("answered", { time: timeOf(last), p50: p50[last] ?? 0, p95: p95[last] ?? 0 });
}
