import styled from "@mui/styled-engine";
import { useScreen } from "../../page/screen-context.ts";
import { Hidden } from "../../parts/hidden.tsx";

/** The stages of the wizard as people count them; some have more than one screen. */
const stages = ["choose", "prove", "save", "done"] as const;

export type Stage = (typeof stages)[number];

const Line = styled("div")(({ theme: { vars } }) => ({
  "& p": { fontSize: "0.9375rem", color: vars.palette.text.secondary },
  "& ol": { display: "flex", gap: 6, margin: "8px 0 0", padding: 0, listStyle: "none" },
  "& li": {
    position: "relative",
    flex: 1,
    height: 6,
    borderRadius: 3,
    backgroundColor: vars.palette.divider,
    // What is drawn by its ground alone is not seen where the browser chooses the colours.
    border: "1px solid transparent",
  },
  "& li[data-reached]": { backgroundColor: vars.palette.brand.link },
  "@media (forced-colors: active)": { "& li[data-reached]": { backgroundColor: "CanvasText" } },
}));

/** How far the person has come. */
export function Progress({ at }: { at: Stage }) {
  const { t } = useScreen();
  const position = stages.indexOf(at);
  const params = { step: position + 1, steps: stages.length };
  return (
    <Line>
      <p>{t("panels.setup-methods.progress.position", params)}</p>
      <ol aria-label={t("panels.setup-methods.progress.label")}>
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={stage === at ? "step" : undefined}
            data-reached={index <= position || undefined}
          >
            <Hidden>{t(`panels.setup-methods.progress.${stage}`)}</Hidden>
          </li>
        ))}
      </ol>
    </Line>
  );
}
