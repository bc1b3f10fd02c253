import { type MouseEvent, use, useEffect, useState } from "react";
import { buttonValue, type ScreenButton, textParamsOf } from "../../shared/buttons.ts";
import { Button } from "./button.tsx";
import { fieldsOf } from "./form-fields.ts";
import { Hidden } from "./hidden.tsx";
import { Question } from "./question.tsx";
import { useScreen } from "./screen-context.ts";
import { TypedValues } from "./typed-values.ts";

interface ActButtonProps {
  button: ScreenButton;
  /** Given to the call beside what stands in the form around. */
  values?: Record<string, unknown>;
  wide?: boolean;
}

/**
 * One of the screen's further buttons; stands inside of a form. Without script it is posted with the form, with it
 * the call is sent with what the form around gives.
 */
export function ActButton({ button, values, wide = false }: ActButtonProps) {
  const { t, textKey, facts, busy, act } = useScreen();
  const typed = use(TypedValues);
  const [asking, setAsking] = useState<Record<string, unknown>>();
  const wait = button.wait === undefined ? undefined : facts[button.wait];
  const seconds = useSecondsLeft(typeof wait === "number" ? wait : 0);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    if (busy || seconds > 0) return;
    const given = { ...(typed ?? (form === null ? {} : fieldsOf(form))), ...values };
    if (button.confirm === true) setAsking(given);
    else act(button, given);
  };
  const giveUp = () => setAsking(undefined);
  const goOn = () => {
    giveUp();
    act(button, asking);
  };
  const text = t(`${textKey}.actions.${button.label}`, textParamsOf(button));
  return (
    <>
      <Button
        type="submit"
        name="__action"
        value={buttonValue(button)}
        formNoValidate
        onClick={press}
        wide={wide}
        size={wide && button.color === "primary" ? "big" : "medium"}
        quiet={button.color === undefined}
        colour={button.color}
        // Not disabled: whoever waits on it keeps the focus.
        aria-disabled={seconds > 0 || undefined}
      >
        {seconds > 0 ? <Waiting text={text} seconds={seconds} /> : text}
      </Button>
      {asking !== undefined && <Question button={button} yes={text} onYes={goOn} onNo={giveUp} />}
    </>
  );
}

// What changes every second is not read aloud every second.
function Waiting({ text, seconds }: { text: string; seconds: number }) {
  const { t } = useScreen();
  return (
    <>
      <Hidden>{text}</Hidden>
      <span aria-hidden="true">{t("shell.waitSeconds", { text, seconds })}</span>
    </>
  );
}

/** What is left of a wait that began when the view came. It begins again with the next view. */
function useSecondsLeft(seconds: number): number {
  const { view } = useScreen();
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is a new wait, also of the same length
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return undefined;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, view]);
  return left;
}
