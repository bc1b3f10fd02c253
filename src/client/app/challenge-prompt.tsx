import { keyframes } from "@emotion/react";
import { styled } from "@mui/material/styles";
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ProblemCode } from "../../shared/problem.ts";
import type { Translate } from "../../shared/translate.ts";
import { Button } from "../shell/button.tsx";
import { Notice } from "../shell/notice.tsx";
import { withMotion } from "../shell/theme.ts";
import type { RunUse } from "./run-use.ts";
import { solveOwnChallenge } from "./solve-challenge.ts";

export interface ChallengePromptProps {
  t: Translate;
  run: RunUse;
  onSolved(): void;
  onGiveUp(): void;
}

const Dialog = styled("dialog")(({ theme: { vars } }) => ({
  width: "min(440px, 100vw - 32px)",
  maxHeight: "calc(100dvh - 32px)",
  padding: "clamp(24px, 6vw, 40px)",
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 24,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.background.paper,
  boxShadow: "0 24px 56px -12px rgb(16 24 40 / 0.35)",
  "&::backdrop": { backgroundColor: "rgb(16 24 40 / 0.55)" },
  "& h2": { fontSize: "1.5rem", lineHeight: 1.25, fontWeight: 700, textWrap: "balance" },
  "& h2 + p": { marginTop: 8, color: vars.palette.text.secondary, textWrap: "pretty" },
  "& [role=alert]:not(:empty)": { marginTop: 20 },
}));

// Its room is there before the words are, so the buttons do not move under the finger.
const Status = styled("p")(({ theme: { vars } }) => ({
  minHeight: "1.5em",
  marginTop: 12,
  color: vars.palette.text.secondary,
}));

const slide = keyframes({ from: { transform: "translateX(-100%)" }, to: { transform: "translateX(250%)" } });

const Track = styled("div")(({ theme: { vars } }) => ({
  height: 4,
  marginBlock: "4px 12px",
  overflow: "hidden",
  borderRadius: 2,
  direction: "ltr",
  "&[role]": { backgroundColor: vars.palette.divider },
  "&[role] > div": {
    height: "100%",
    borderRadius: 2,
    backgroundColor: vars.palette.brand.link,
    [withMotion]: { width: "40%", animation: `${slide} 1.1s ease-in-out infinite` },
  },
}));

const Buttons = styled("div")({ display: "grid", gap: 12 });

/**
 * The challenge of our own, one press and no puzzle (specification, section 4): the waiting call goes on by itself
 * when it is solved, and when it is not it can be tried again. Escape gives up, and nothing that was typed is lost.
 */
export function ChallengePrompt({ t, run, onSolved, onGiveUp }: ChallengePromptProps) {
  const dialog = useModal();
  const { working, problems, start } = useSolver(run, onSolved);
  const giveUp = (event: SyntheticEvent) => {
    event.preventDefault();
    onGiveUp();
  };
  return (
    <Dialog
      ref={dialog}
      aria-labelledby="challenge-title"
      aria-describedby="challenge-text"
      onCancel={giveUp}
    >
      <h2 id="challenge-title">{t("captcha.title")}</h2>
      <p id="challenge-text">{t("captcha.text")}</p>
      <div role="alert">
        {problems.length > 0 && (
          <Notice kind="danger">
            {problems.map(({ code, params }) => (
              <p key={code}>{t(code, params)}</p>
            ))}
          </Notice>
        )}
      </div>
      <Status role="status">{working && t("captcha.working")}</Status>
      <Track {...(working && { role: "progressbar", "aria-label": t("captcha.title") })}>
        <div />
      </Track>
      <Buttons>
        <Button type="button" size="big" wide autoFocus busy={working} aria-busy={working} onClick={start}>
          {t("captcha.start")}
        </Button>
        <Button type="button" wide quiet onClick={giveUp}>
          {t("captcha.cancel")}
        </Button>
      </Buttons>
    </Dialog>
  );
}

/** Opens the dialog over the page, and gives the focus back to where it was when it goes. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

/** One try at a time; what is under way ends with the dialog. */
function useSolver(run: RunUse, onSolved: () => void) {
  const [working, setWorking] = useState(false);
  const [problems, setProblems] = useState<ProblemCode[]>([]);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async () => {
    if (working) return;
    setWorking(true);
    setProblems([]);
    const own = new AbortController();
    controller.current = own;
    const wrong = await solveOwnChallenge(run, own).catch(() => [{ code: "captcha.failed" }]);
    if (own.signal.aborted) return;
    if (wrong === undefined) return onSolved();
    setWorking(false);
    setProblems(wrong);
  };
  return { working, problems, start: () => void start() };
}
