import styled from "@mui/styled-engine";
import type { ReactNode } from "react";
import { buttonsOf, buttonValue, type ScreenButton } from "../../shared/buttons.ts";
import { belowForm, waysAbove } from "../../shared/ways-in.ts";
import { type ScreenContext, useBusy, useScreen } from "../page/screen-context.ts";
import { ActButton } from "./act-button.tsx";
import { Button } from "./button.tsx";
import { Choice, ChoiceLink } from "./choices.tsx";
import { FramedList } from "./framed-list.ts";
import type { Way } from "./panel.ts";
import { PostForm } from "./post-form.tsx";

const Stack = styled("div")({ display: "grid", gap: 12 });

// The line on both sides is only for the eye.
const Or = styled("p")(({ theme: { vars } }) => ({
  display: "flex",
  alignItems: "center",
  gap: 16,
  marginBlock: 4,
  color: vars.palette.text.secondary,
  "&::before, &::after": { content: '""', flex: 1, borderBlockStart: `1px solid ${vars.palette.divider}` },
}));

/** Says whether there is anything to press: a `submit` with a text of its own, or a further button. */
export function hasActions(context: ScreenContext): boolean {
  const { t, part, textKey } = context;
  return hasSubmit(part, t(`${textKey}.submit`)) || buttonsBelow(context).length > 0;
}

/** Says whether one of the screen's buttons is what the person most likely came for, or a list of ways is. */
export function hasPrimaryAction(context: ScreenContext): boolean {
  const { part } = context;
  const sends = part.submit !== undefined || part.form !== undefined;
  return sends || buttonsBelow(context).some((button) => button.color === "primary" || isWay(button));
}

// A panel whose own buttons send, as those of a list do, has no text for one more. A form always sends.
function hasSubmit({ submit, form }: ScreenContext["part"], text: string): boolean {
  return (submit !== undefined || form !== undefined) && text !== "";
}

function buttonsBelow({ part, facts, partner: { waysIn } }: ScreenContext): ScreenButton[] {
  const shown = buttonsOf(part, facts).filter(({ inPanel }) => inPanel !== true);
  return belowForm(shown, part, waysIn);
}

/** Another way to the same end, which stands in a list with its picture. */
function isWay({ icon, wayIn }: ScreenButton): boolean {
  return icon !== undefined || wayIn !== undefined;
}

interface WaysProps {
  /** Ways to other screens that stand in the list beside those that send something. */
  listed: readonly Way[];
}

interface ActionsProps extends WaysProps {
  /** What helps whoever cannot press the button yet. */
  help?: ReactNode;
}

/**
 * The one primary action, what sends the same again, the list of other ways to the same end, and what leads away;
 * stands inside of a form.
 */
export function Actions({ listed, help }: ActionsProps) {
  const context = useScreen();
  const { t, part, textKey, partner } = context;
  const submitText = t(`${textKey}.submit`);
  const submits = hasSubmit(part, submitText);
  const buttons = buttonsBelow(context);
  const ways = belowForm([...buttons.filter(isWay), ...listed], part, partner.waysIn);
  const plain = (again: boolean) =>
    buttons
      .filter((button) => !isWay(button) && (button.wait !== undefined) === again)
      .map((button) => <ActButton key={buttonKey(button)} button={button} wide />);
  return (
    <Stack>
      {submits && <Submit text={submitText} />}
      {plain(true)}
      {help}
      {ways.length > 0 && (
        <>
          {submits && <Or>{t("shell.or")}</Or>}
          <WayList ways={ways} />
        </>
      )}
      {plain(false)}
    </Stack>
  );
}

function Submit({ text }: { text: string }) {
  const busy = useBusy();
  return (
    <Button type="submit" size="big" wide busy={busy} aria-busy={busy}>
      {text}
    </Button>
  );
}

/** The ways in that the partner puts before the password. A form of their own: Enter in a field never presses them. */
export function WaysAbove({ listed }: WaysProps) {
  const { t, part, facts, partner } = useScreen();
  const all = [...buttonsOf(part, facts), ...listed];
  const ways = waysAbove(part, partner.waysIn).flatMap((wayIn) => all.filter((way) => way.wayIn === wayIn));
  if (ways.length === 0) return null;
  return (
    <PostForm>
      <Stack>
        <WayList ways={ways} />
        <Or>{t("shell.or")}</Or>
      </Stack>
    </PostForm>
  );
}

/** Ways of one list, in order: what sends something is a button, what leads to another screen a link. */
export function WayList({ ways }: { ways: readonly (ScreenButton | Way)[] }) {
  return (
    <FramedList>
      {ways.map((way) => (
        <li key={"href" in way ? way.href : buttonKey(way)}>
          {"href" in way ? (
            <ChoiceLink href={way.href}>
              <Choice icon={way.icon}>{way.text}</Choice>
            </ChoiceLink>
          ) : (
            <ActButton button={way} listed />
          )}
        </li>
      ))}
    </FramedList>
  );
}

function buttonKey(button: ScreenButton): string {
  return `${button.call} ${buttonValue(button)}`;
}
