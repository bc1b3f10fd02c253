import { styled } from "@mui/material/styles";
import type { MouseEvent } from "react";
import { matches } from "../../shared/matches.ts";
import type { Action } from "../../shared/screens.ts";
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
  return hasSubmit(part, t(`${textKey}.submit`)) || part.actions.some(({ when }) => matches(when, facts));
}

// A panel whose own buttons send, as those of a list do, has no text for one more.
function hasSubmit(part: ScreenContext["part"], text: string): boolean {
  return part.submit !== undefined && text !== "";
}

/** The one primary action and the screen's further buttons; stands inside of a form. */
export function Actions() {
  const { t, part, textKey, facts, busy, act } = useScreen();
  // Without script the button is posted with the form; with it, what stands in the form is not its business.
  const press = (event: MouseEvent, action: Action) => {
    event.preventDefault();
    if (!busy) act(action);
  };
  const actions = part.actions.filter(({ when }) => matches(when, facts));
  const submitText = t(`${textKey}.submit`);
  return (
    <Stack>
      {hasSubmit(part, submitText) && (
        <Button type="submit" size="big" wide busy={busy} aria-busy={busy}>
          {submitText}
        </Button>
      )}
      <Hidden role="status">{busy && t("shell.sending")}</Hidden>
      {actions.map((action) => (
        <Button
          key={action.label}
          type="submit"
          name="__action"
          value={action.label}
          formNoValidate
          onClick={(event) => press(event, action)}
          wide
          quiet={action.color === undefined}
          colour={action.color}
        >
          {t(`${textKey}.actions.${action.label}`)}
        </Button>
      ))}
    </Stack>
  );
}
