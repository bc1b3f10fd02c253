import styled from "@mui/styled-engine";
import { useEffect, useRef, useState } from "react";
import type { ProblemCode } from "../../../shared/problem-codes.ts";
import { useScreen } from "../../page/screen-context.ts";
import { Button } from "../../parts/button.tsx";
import { Buttons, Dialog, onEscape, Status, useModal } from "../../parts/dialog.tsx";
import { Bar } from "../../parts/progress.tsx";
import type { RunUse } from "../run-use.ts";
import { ChallengeAlert } from "./challenge-alert.tsx";
import { failed, solveOwnChallenge } from "./solve-challenge.ts";

interface OwnChallengeProps {
  run: RunUse;
  /** What the one before came to, where it was another. */
  problems?: ProblemCode[];
  onSolved(): void;
  onGiveUp(): void;
}

const Track = styled("div")(({ theme: { vars } }) => ({
  height: 4,
  marginBlock: "4px 12px",
  overflow: "hidden",
  borderRadius: 2,
  direction: "ltr",
  "&[role]": { backgroundColor: vars.palette.divider },
}));

/**
 * The challenge of our own, one press and no puzzle (specification, section 4): the waiting call goes on by itself
 * when it is solved, and when it is not it can be tried again. Escape gives up, and nothing that was typed is lost.
 */
export function OwnChallenge({ run, problems: before = [], onSolved, onGiveUp }: OwnChallengeProps) {
  const { t } = useScreen();
  const dialog = useModal();
  const { working, problems, start } = useSolver(run, before, onSolved);
  return (
    <Dialog
      ref={dialog}
      aria-labelledby="challenge-title"
      aria-describedby="challenge-text"
      onCancel={onEscape(onGiveUp)}
    >
      <h2 id="challenge-title">{t("captcha.title")}</h2>
      <p id="challenge-text">{t("captcha.text")}</p>
      <ChallengeAlert problems={problems} />
      <Status role="status">{working && t("captcha.working")}</Status>
      <Track {...(working && { role: "progressbar", "aria-label": t("captcha.title") })}>
        {working && <Bar />}
      </Track>
      <Buttons>
        <Button type="button" size="big" wide busy={working} aria-busy={working} onClick={start}>
          {t("captcha.start")}
        </Button>
        <Button type="button" wide quiet onClick={onGiveUp}>
          {t("shell.cancel")}
        </Button>
      </Buttons>
    </Dialog>
  );
}

/** One try at a time; what is under way ends with the dialog. */
function useSolver(run: RunUse, before: ProblemCode[], onSolved: () => void) {
  const [working, setWorking] = useState(false);
  const [problems, setProblems] = useState(before);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async () => {
    if (working) return;
    setWorking(true);
    setProblems([]);
    const own = new AbortController();
    controller.current = own;
    const wrong = await solveOwnChallenge(run, own).catch(() => failed);
    if (own.signal.aborted) return;
    if (wrong === undefined) return onSolved();
    setWorking(false);
    setProblems(wrong);
  };
  return { working, problems, start: () => void start() };
}
