import styled from "@mui/styled-engine";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ReCAPTCHA } from "react-google-recaptcha";
import type { ProblemCode } from "../../../shared/problem-codes.ts";
import { isDark } from "../../page/colour-scheme.ts";
import { useScreen } from "../../page/screen-context.ts";
import { Button } from "../../parts/button.tsx";
import { Buttons, Cover, Dialog, onEscape, Status, useOverPage } from "../../parts/dialog.tsx";
import { ChallengeAlert } from "./challenge-alert.tsx";
import { loadRecaptcha, type Recaptcha } from "./recaptcha.ts";
import type { Asked } from "./solve-challenge.ts";

export interface CheckboxChallengeProps {
  asked: Asked;
  /** What the box came to before. */
  problems: readonly ProblemCode[];
  /** Ends with what came of the token. */
  onToken(token: string): Promise<void>;
  /** It cannot be had, or the person wants another. */
  onBlocked(): void;
  onGiveUp(): void;
}

// The room of Google's box is there before it is, so nothing below it moves.
const Place = styled("div")({
  display: "grid",
  justifyContent: "center",
  minHeight: 78,
  marginTop: 20,
  "&[data-size=compact]": { minHeight: 144 },
});

/** The box to tick, of reCAPTCHA; with a way on for whom it does not come or does not work. */
export default function CheckboxChallenge({
  asked,
  problems,
  onToken,
  onBlocked,
  onGiveUp,
}: CheckboxChallengeProps) {
  const { language } = useScreen();
  const recaptcha = useRecaptcha(asked, onBlocked);
  const box = useRef<ReCAPTCHA>(null);
  const [isChecking, setChecking] = useState(false);
  const send = async (token: string | null) => {
    // Ticked too long ago: the box says so itself and can be ticked again.
    if (token === null) return;
    setChecking(true);
    await onToken(token);
    // Where it led on, nothing of this stands any more.
    setChecking(false);
    box.current?.reset();
  };
  return (
    <CheckboxDialog problems={problems} isChecking={isChecking} onBlocked={onBlocked} onGiveUp={onGiveUp}>
      {(size) =>
        recaptcha && (
          <ReCAPTCHA
            ref={box}
            grecaptcha={recaptcha}
            sitekey={asked.siteKey ?? ""}
            size={size}
            theme={isDark() ? "dark" : "light"}
            // Google's name of Hebrew is the old one.
            hl={language === "he" ? "iw" : language}
            onChange={(token) => void send(token)}
            onErrored={onBlocked}
          />
        )
      }
    </CheckboxDialog>
  );
}

interface CheckboxDialogProps extends Pick<CheckboxChallengeProps, "problems" | "onBlocked" | "onGiveUp"> {
  isChecking: boolean;
  /** The box, of the size that the window has room for. */
  children(size: "normal" | "compact"): ReactNode;
}

/** What stands around the box. */
export function CheckboxDialog({ problems, isChecking, onBlocked, onGiveUp, children }: CheckboxDialogProps) {
  const { t } = useScreen();
  const dialog = useOverPage();
  const [size] = useState<"normal" | "compact">(() =>
    matchMedia("(min-width: 400px)").matches ? "normal" : "compact",
  );
  return createPortal(
    <Cover>
      <Dialog
        ref={dialog}
        tabIndex={-1}
        aria-labelledby="challenge-title"
        aria-describedby="challenge-text"
        onCancel={onEscape(onGiveUp)}
      >
        <h2 id="challenge-title">{t("captcha.title")}</h2>
        <p id="challenge-text">{t("captcha.tick")}</p>
        <ChallengeAlert problems={isChecking ? [] : problems} />
        <Place data-size={size}>{children(size)}</Place>
        <Status role="status">{isChecking && t("captcha.working")}</Status>
        <Buttons>
          <Button type="button" wide onClick={onBlocked}>
            {t("captcha.other")}
          </Button>
          <Button type="button" wide quiet onClick={onGiveUp}>
            {t("shell.cancel")}
          </Button>
        </Buttons>
      </Dialog>
    </Cover>,
    document.body,
  );
}

/** The provider's script, once it is there; where it cannot be had, `onBlocked` is told. */
function useRecaptcha(asked: Asked, onBlocked: () => void): Recaptcha | undefined {
  const [recaptcha, setRecaptcha] = useState<Recaptcha>();
  const blocked = useRef(onBlocked);
  useEffect(() => {
    let isHere = true;
    loadRecaptcha(asked).then(
      (loaded) => isHere && setRecaptcha(loaded),
      () => isHere && blocked.current(),
    );
    return () => {
      isHere = false;
    };
  }, [asked]);
  return recaptcha;
}
