import { styled } from "@mui/material/styles";
import { buttonsOf, buttonValue, type ScreenButton } from "../../shared/buttons.ts";
import { ActButton } from "./act-button.tsx";
import { Button } from "./button.tsx";
import { Hidden } from "./hidden.tsx";
import { type ScreenContext, useScreen } from "./screen-context.ts";

const Stack = styled("div")({
  display: "grid",
  gap: 12,
  // Below fields it keeps its distance; alone in its form there is nothing above it.
  "*:not([type=hidden]) + &": { marginTop: 24 },
});

/** Says whether there is anything to press: a `submit` with a text of its own, or a further button. */
export function hasActions({ t, part, textKey, facts }: ScreenContext): boolean {
  return hasSubmit(part, t(`${textKey}.submit`)) || buttonsBelow(part, facts).length > 0;
}

/** Says whether one of the screen's buttons is what the person most likely came for. */
export function hasPrimaryAction({ part, facts }: ScreenContext): boolean {
  const sends = part.submit !== undefined || part.form !== undefined;
  return sends || buttonsBelow(part, facts).some(({ color }) => color === "primary");
}

// A panel whose own buttons send, as those of a list do, has no text for one more. A form always sends.
function hasSubmit({ submit, form }: ScreenContext["part"], text: string): boolean {
  return (submit !== undefined || form !== undefined) && text !== "";
}

function buttonsBelow(part: ScreenContext["part"], facts: ScreenContext["facts"]): ScreenButton[] {
  return buttonsOf(part, facts).filter(({ inPanel }) => inPanel !== true);
}

/** The one primary action and the screen's further buttons; stands inside of a form. */
export function Actions() {
  const { t, part, textKey, facts, busy } = useScreen();
  const submitText = t(`${textKey}.submit`);
  return (
    <Stack>
      {hasSubmit(part, submitText) && (
        <Button type="submit" size="big" wide busy={busy} aria-busy={busy}>
          {submitText}
        </Button>
      )}
      <Hidden role="status">{busy && t("shell.sending")}</Hidden>
      {buttonsBelow(part, facts).map((button) => (
        <ActButton key={`${button.call} ${buttonValue(button)}`} button={button} wide />
      ))}
    </Stack>
  );
}
