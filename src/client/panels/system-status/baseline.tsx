import styled from "@mui/styled-engine";
import { usePanelTexts } from "../../page/screen-context.ts";
import type { SystemDetails } from "./details.ts";

const List = styled("ul")(({ theme: { vars } }) => ({
  margin: "16px 0 0",
  padding: 0,
  listStyle: "none",
  "& li": { padding: "12px 0", borderBlockStart: `1px solid ${vars.palette.divider}` },
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    gap: "2px 16px",
    fontSize: "0.9375rem",
    color: vars.palette.text.secondary,
  },
}));

/** Settings below what is recommended, each with where it is set and who recommends otherwise. */
export function Baseline({ findings }: { findings: SystemDetails["baseline"] }) {
  const text = usePanelTexts("system-status");
  return (
    <section aria-labelledby="status-baseline">
      <h2 id="status-baseline">{text("baseline")}</h2>
      <p>{text(findings.length === 0 ? "baselineNone" : "baselineText")}</p>
      {findings.length > 0 && (
        <List>
          {findings.map(({ rule, partner, setting, value, source }) => (
            <li key={`${partner} ${rule} ${setting}`}>
              <span>{text(`rules.${rule}`)}</span>
              <small>
                <span>{partner === null ? text("installation") : text("partner", { partner })}</span>
                <code dir="ltr">
                  {setting}: {value}
                </code>
                <span dir="ltr">{source}</span>
              </small>
            </li>
          ))}
        </List>
      )}
    </section>
  );
}
