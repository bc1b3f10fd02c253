import styled from "@mui/styled-engine";
import { type MouseEvent, use, useEffect, useState } from "react";
import { buttonValue, type ScreenButton, textParamsOf } from "../../shared/buttons.ts";
import { nativeFields } from "../../shared/constants.ts";
import { minutesOfWait } from "../../shared/problem-codes.ts";
import { withoutScript } from "../look/theme.ts";
import { fieldsOf } from "../page/form-fields.ts";
import { useScreen } from "../page/screen-context.ts";
import { TypedValues } from "../page/typed-values.ts";
import { useInBrowser } from "../page/use-in-browser.ts";
import { Button } from "./button.tsx";
import { Choice, ChoiceButton } from "./choices.tsx";
import { Hidden } from "./hidden.tsx";
import { Question } from "./question.tsx";

interface ActButtonProps {
  button: ScreenButton;
  /** Given to the call beside what stands in the form around. */
  values?: Record<string, unknown>;
  wide?: boolean;
  /** It is a choice of a `FramedList`. */
  listed?: boolean;
}

/**
 * One of the screen's further buttons; stands inside of a form. Without script it is posted with the form, with it
 * the call is sent with what the form around gives.
 */
export function ActButton({ button, values, wide = false, listed = false }: ActButtonProps) {
  const { t, textKey, facts, isBusy, act } = useScreen();
  const typed = use(TypedValues);
  const [asking, setAsking] = useState<Record<string, unknown>>();
  const fact = button.wait === undefined ? undefined : facts[button.wait];
  const wait = typeof fact === "number" ? fact : 0;
  const seconds = useSecondsLeft(wait);
  // What was left when somebody came to the button or pressed it.
  const [told, setTold] = useState(0);
  const minutesTold = minutesOfWait(told);
  const tell = () => setTold(seconds);
  // Without a script nothing counts, and what is pressed too early the server refuses.
  const isCounted = useInBrowser(() => true, false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    tell();
    if (isBusy() || seconds > 0) return;
    // A panel's own inputs say themselves what they need; what a screen's form lacks is not asked of its further buttons.
    if (typed === null && form?.reportValidity() === false) return;
    const given = { ...(typed ?? (form && fieldsOf(form))), ...values };
    if (button.confirm === true) setAsking(given);
    else act(button, given);
  };
  const giveUp = () => setAsking(undefined);
  const goOn = () => {
    giveUp();
    act(button, asking);
  };
  const params = textParamsOf(button);
  const text = t(`${textKey}.actions.${button.label}`, params);
  const shared = {
    type: "submit",
    name: nativeFields.action,
    value: buttonValue(button),
    formNoValidate: typed !== null,
    onClick: press,
  } as const;
  return (
    <>
      {!listed ? (
        <Button
          {...shared}
          wide={wide}
          size={wide && button.color === "primary" ? "big" : "medium"}
          quiet={button.color === undefined && (wide ? "plain" : true)}
          colour={button.color}
          onFocus={tell}
          // Not disabled: whoever waits on it keeps the focus.
          aria-disabled={(isCounted && seconds > 0) || undefined}
        >
          {seconds > 0 ? <Waiting text={text} seconds={seconds} /> : text}
        </Button>
      ) : (
        <ChoiceButton {...shared}>
          <Choice icon={button.icon} picture={typeof params.iconUrl === "string" ? params.iconUrl : null}>
            {text}
          </Choice>
        </ChoiceButton>
      )}
      {button.wait !== undefined && (
        <Hidden role="status">
          {seconds > 0
            ? told > 0 &&
              (minutesTold === undefined
                ? t("shell.waitLeft", { count: told })
                : t("shell.waitMinutesLeft", { count: minutesTold }))
            : wait > 0 && t("shell.waitOver", { text })}
        </Hidden>
      )}
      {asking !== undefined && <Question button={button} yes={text} onYes={goOn} onNo={giveUp} />}
    </>
  );
}

const Words = styled(Hidden)({ [withoutScript]: { all: "unset" } });
const Countdown = styled("span")({
  fontVariantNumeric: "tabular-nums",
  [withoutScript]: { display: "none" },
});

// What changes every second is not read aloud every second.
function Waiting({ text, seconds }: { text: string; seconds: number }) {
  const { t } = useScreen();
  const minutes = minutesOfWait(seconds);
  return (
    <>
      <Words>{text}</Words>
      <Countdown aria-hidden="true">
        {minutes === undefined
          ? t("shell.waitSeconds", { text, seconds })
          : t("shell.waitMinutes", { text, minutes })}
      </Countdown>
    </>
  );
}

/** What is left of a wait that began when the view came. It begins again with the next view. */
function useSecondsLeft(seconds: number): number {
  const { view } = useScreen();
  const [left, setLeft] = useState(seconds);
  const [begun, setBegun] = useState(view);
  if (begun !== view) {
    setBegun(view);
    setLeft(seconds);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is a new wait, also of the same length
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const [date, steady] = [Date.now(), performance.now()];
    const timer = setInterval(() => {
      // One of them may be set meanwhile, the other stands still while the device sleeps.
      const passed = Math.max(Date.now() - date, performance.now() - steady);
      const rest = Math.ceil(seconds - passed / 1000);
      setLeft(rest);
      if (rest <= 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, view]);
  return left;
}
