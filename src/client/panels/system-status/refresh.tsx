import styled from "@mui/styled-engine";
import { useEffect, useState } from "react";
import { withoutScript } from "../../look/theme.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { Button } from "../../parts/button.tsx";
import { instant } from "./details.ts";

/** Milliseconds between two looks: often enough to watch, rarely enough to be no load. */
const every = 15_000;

const Line = styled("div")(({ theme: { vars } }) => ({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "8px 16px",
  marginTop: 16,
  color: vars.palette.text.secondary,
  fontVariantNumeric: "tabular-nums",
  "& > small": { display: "none", font: "inherit" },
  // Of what nobody can press on paper, the time is left.
  "@media print": { "& > :not(time)": { display: "none" } },
  [withoutScript]: { "& > button": { display: "none" }, "& > small": { display: "inline" } },
}));

/** When the figures are from, and what keeps them new while somebody looks; it can be paused (WCAG 2.2, 2.2.2). */
export function Refresh({ at }: { at: number }) {
  const text = usePanelTexts("system-status");
  const [paused, setPaused] = useState(false);
  const failing = useRefresh(at, paused);
  const { seconds: time } = instant(at);
  return (
    <Line>
      <time dateTime={new Date(at).toISOString()}>{text("asOf", { time })}</time>
      <Button type="button" quiet onClick={() => setPaused(!paused)}>
        {text(paused ? "resume" : "pause")}
      </Button>
      <span role="status">{paused ? text("paused") : failing && text("failing")}</span>
      <small>{text("withoutScript")}</small>
    </Line>
  );
}

/** Asks for new figures while the page is seen, and at once when it is seen again. Says whether the last try failed. */
function useRefresh(at: number, paused: boolean): boolean {
  const { reload } = useScreen();
  const [failing, setFailing] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new figures and a failed try begin the wait anew
  useEffect(() => {
    if (paused) return undefined;
    const due = performance.now() + every;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      timer = setTimeout(
        () =>
          void reload().then((isNew) => {
            setFailing(!isNew);
            setTries((count) => count + 1);
          }),
        Math.max(0, due - performance.now()),
      );
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [at, paused, tries, reload]);
  return failing;
}
