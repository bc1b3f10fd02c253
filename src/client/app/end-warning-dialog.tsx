import styled from "@mui/styled-engine";
import { useEffect, useState } from "react";
import { problemTexts } from "../../shared/problem-codes.ts";
import type { Translate } from "../../shared/translate.ts";
import { useScreen } from "../page/screen-context.ts";
import { Button } from "../parts/button.tsx";
import { Buttons, Dialog, onEscape, useModal } from "../parts/dialog.tsx";
import { Hidden } from "../parts/hidden.tsx";
import { Notice } from "../parts/notice.tsx";
import type { EndWarning } from "./idle-watch.ts";

export interface EndWarningDialogProps {
  warning: EndWarning;
  onStay(): Promise<void>;
  onDismiss(): void;
  onSignOut(): void;
}

const Time = styled("p")({
  marginBlock: "20px 24px",
  fontSize: "2.5rem",
  lineHeight: 1.1,
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  letterSpacing: "-0.02em",
});

const Alert = styled("div")({ "&:not(:empty)": { marginBottom: 20 } });

/** Seconds before the end at which the time left is read aloud anew; between them it only is to be seen. */
const spoken = [60, 30, 10];
/** Of so many seconds are the steps in which it is told, so that a moment's delay is not heard. */
const step = 5;

/**
 * Warns that the session is about to end, and lets it go on by one press; Escape is that press too. It stands over the
 * page, which stays as it is, with everything that was typed.
 */
export function EndWarningDialog({ warning, onStay, onDismiss, onSignOut }: EndWarningDialogProps) {
  const { t } = useScreen();
  const { endsAt, final, problems } = warning;
  const dialog = useModal();
  const { seconds, returns } = useTimeUntil(endsAt);
  const [busy, setBusy] = useState(false);
  const stay = () => {
    if (busy) return;
    setBusy(true);
    void onStay().finally(() => setBusy(false));
  };
  const goOn = final ? onDismiss : stay;
  const key = final ? "sessionWarning.final" : "sessionWarning.idle";
  useTitle(t(`${key}.title`));
  const said = useSaid(seconds, returns);
  return (
    <Dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="session-warning-title"
      aria-describedby="session-warning-text session-warning-left"
      onCancel={onEscape(goOn)}
    >
      <h2 id="session-warning-title">{t(`${key}.title`)}</h2>
      <p id="session-warning-text">{t(`${key}.text`)}</p>
      <Hidden id="session-warning-left" role="status">
        {leftOf(t, said)}
      </Hidden>
      <Time aria-hidden="true">{clockOf(seconds)}</Time>
      <Alert role="alert">
        {(problemTexts(problems, t)[""] ?? []).map((text) => (
          <Notice kind="danger" isAnswer key={text}>
            <p>{text}</p>
          </Notice>
        ))}
      </Alert>
      <Buttons>
        <Button type="button" size="big" wide busy={busy} aria-busy={busy} onClick={goOn}>
          {t(`${key}.goOn`)}
        </Button>
        <Button type="button" wide quiet onClick={onSignOut}>
          {t("shell.signOut")}
        </Button>
      </Buttons>
    </Dialog>
  );
}

/** Puts words before the page's title, for whoever looks at another tab. */
function useTitle(words: string): void {
  useEffect(() => {
    const { title } = document;
    const own = `${words} – ${title}`;
    document.title = own;
    return () => {
      // The screen that has come meanwhile has a title of its own.
      if (document.title === own) document.title = title;
    };
  }, [words]);
}

/** The time left in words; whole minutes as such. */
function leftOf(t: Translate, seconds: number): string {
  return seconds % 60 === 0
    ? t("sessionWarning.minutesLeft", { count: seconds / 60 })
    : t("sessionWarning.secondsLeft", { count: seconds });
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * What is read aloud of the seconds left: those with which the warning comes, perhaps late to a tab that nobody saw, or with which
 * somebody comes back to it, and the marks.
 */
function useSaid(seconds: number, returns: number): number {
  const mark = spoken.findLast((one) => seconds <= one) ?? Number.POSITIVE_INFINITY;
  const now = { seconds: Math.min(mark, Math.ceil(seconds / step) * step), returns };
  const [said, setSaid] = useState(now);
  if (said.seconds > mark || said.returns !== returns) setSaid(now);
  return said.seconds;
}

/** The seconds until then, and how often somebody has come back to the page. */
function useTimeUntil(at: number): { seconds: number; returns: number } {
  const [{ now, returns }, set] = useState(() => ({ now: Date.now(), returns: 0 }));
  useEffect(() => {
    const look = (more: number) => set((before) => ({ now: Date.now(), returns: before.returns + more }));
    const onReturn = () => {
      if (!document.hidden) look(1);
    };
    const timer = setInterval(look, 1000, 0);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, []);
  return { seconds: Math.max(0, Math.ceil((at - now) / 1000)), returns };
}
